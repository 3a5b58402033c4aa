"""Dovecot and Postfix as throw-away instances on loopback, all their files in one folder that is removed after."""

import asyncio
import hmac
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

DOMAIN = "pbem.test"
_NOBODY = 65534
_TOKEN_KEY = b"the key of a provider that is none"


def why_not() -> str:
    """Why the real servers cannot be started here; "" if they can."""
    if os.geteuid() != 0:
        return "Dovecot and Postfix are started by root alone"
    missing = [name for name in ("dovecot", "postfix") if not program(name)]
    missing += ["dovecot-lmtpd"] * (not Path("/usr/lib/dovecot/lmtp").exists())
    return (
        f"not installed: {', '.join(missing)} (apt-get install dovecot-imapd dovecot-lmtpd postfix)" if missing else ""
    )


def program(name: str) -> str:
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") or ""


class RealMail:
    """`with RealMail({"gm": "secret"}) as mail:` and `mail.imap_port`, `.imaps_port`, `.smtp_port` answer on 127.0.0.1.

    Mail to `gm+anything@pbem.test` lies in gm's INBOX soon after SMTP's 250; strangers are refused; nothing can leave.
    All files lie in a folder of their own in `within`, whose path is short and which everybody may enter.
    """

    host = "127.0.0.1"

    def __init__(self, users: Mapping[str, str], within: Path = Path("/tmp")) -> None:
        self.users, self._within = dict(users), within
        self.imap_port, self.imaps_port, self.lmtp_port, self.smtp_port = _free_ports(4)
        self._lock = threading.Lock()
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        self.root = Path(tempfile.mkdtemp(prefix="pbem", dir=self._within))  # sockets' paths must stay under 108 bytes
        self.root.chmod(0o755)
        self._start_dovecot()
        self._start_postfix()
        wait_for(self.host, (self.imap_port, self.imaps_port, self.lmtp_port, self.smtp_port), self.logs)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The process that `postfix start-fg` is dies without its master: stop it by the instance's own pid file.
        stop = [program("postfix"), "-c", str(self.root / "postfix"), "stop"]
        subprocess.run(stop, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
        for process in reversed(self._processes):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in reversed(self._processes):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.root, ignore_errors=True)

    def trusted(self, *, hosts: bool = False) -> ssl.SSLContext:
        """What a client needs to trust the instance's own certificate; with `hosts` only under the name `localhost`."""
        context = ssl.create_default_context(cafile=str(self.root / "cert.pem"))
        context.check_hostname = hosts
        return context

    def token(self, user: str, seconds: int = 3600) -> str:
        """An access token for a user, as a provider would sign it; Dovecot validates it by the same key."""

        def part(of: bytes) -> str:
            return urlsafe_b64encode(of).decode("ascii").rstrip("=")

        now = int(time.time())
        claims = {"sub": user, "email": user, "iat": now - 60, "nbf": now - 60, "exp": now + seconds}
        said = ".".join(part(json.dumps(one).encode()) for one in ({"alg": "HS256", "typ": "JWT"}, claims))
        return f"{said}.{part(hmac.digest(_TOKEN_KEY, said.encode(), 'sha256'))}"

    def free_port(self) -> int:
        """A port on loopback that nobody has."""
        return _free_ports(1)[0]

    def logs(self) -> str:
        return "\n".join(file.read_text(errors="replace")[-2000:] for file in sorted(self.root.glob("*.log")))

    def _start_dovecot(self) -> None:
        _make_certificate(self.root)
        mail = self.root / "mail"
        mail.mkdir()
        os.chown(mail, _NOBODY, _NOBODY)
        self._write_users()
        keys = self.root / "keys" / "default" / "HS256"
        keys.mkdir(parents=True)
        (keys / "default").write_bytes(b64encode(_TOKEN_KEY))
        for folder in (keys, *list(keys.parents)[:2]):
            folder.chmod(0o755)
        (self.root / "oauth2").write_text(
            "introspection_mode = local\nusername_attribute = sub\n"
            f"local_validation_key_dict = fs:posix:prefix={self.root}/keys/\n"
        )
        (self.root / "dovecot.conf").write_text(
            f"""
base_dir = {self.root}/run
state_dir = {self.root}/state
protocols = imap lmtp
listen = 127.0.0.1
log_path = {self.root}/dovecot.log
ssl = yes
ssl_cert = <{self.root}/cert.pem
ssl_key = <{self.root}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
auth_username_format = %n
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
first_valid_uid = 1
mail_max_userip_connections = 100
mail_location = maildir:{mail}/%n
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {self.root}/oauth2
}}
passdb {{
  driver = passwd-file
  args = username_format=%n {self.root}/users
}}
userdb {{
  driver = static
  args = uid={_NOBODY} gid={_NOBODY} home={mail}/%n
}}
namespace inbox {{
  inbox = yes
}}
service imap-login {{
  inet_listener imap {{
    port = {self.imap_port}
  }}
  inet_listener imaps {{
    port = {self.imaps_port}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {self.lmtp_port}
  }}
}}
"""
        )
        self._run([program("dovecot"), "-F", "-c", str(self.root / "dovecot.conf")])

    def add_users(self, users: Mapping[str, str]) -> None:
        """More mailboxes, while the servers run.  Postfix takes mail for names that end in a digit."""
        with self._lock:
            self.users |= users
            self._write_users()
        # Dovecot looks at its file once a second: a name that it has looked for in this one it would not find.
        time.sleep(1.01 - time.time() % 1)

    def _write_users(self) -> None:
        made = self.root / "users.new"
        made.write_text("".join(f"{user}:{{PLAIN}}{secret}\n" for user, secret in self.users.items()))
        made.chmod(0o644)
        made.rename(self.root / "users")

    def letters_of(self, user: str) -> list[bytes]:
        """What lies in a user's INBOX, in the sequence in which it was delivered."""
        files = [file for part in ("new", "cur") for file in (self.root / "mail" / user / part).glob("*")]
        return [file.read_bytes() for file in sorted(files, key=lambda file: int(file.stat().st_mtime_ns))]

    def kill_dovecot(self) -> None:
        """`kill -9` to Dovecot and all that it started."""
        [dovecot] = [one for one in self._processes if Path(str(one.args[0])).name == "dovecot"]  # type: ignore[index]
        self._processes.remove(dovecot)
        below = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(dovecot.pid)], capture_output=True, text=True, check=False
        ).stdout.split()
        for pid in [dovecot.pid, *map(int, below)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        dovecot.wait()

    def start_dovecot(self) -> None:
        """Dovecot again, as it was."""
        self._run([program("dovecot"), "-F", "-c", str(self.root / "dovecot.conf")])
        wait_for(self.host, (self.imap_port, self.imaps_port, self.lmtp_port), self.logs)
        self.flush()

    def flush(self) -> None:
        """Let Postfix try again what it could not hand over; of itself it would wait for five minutes."""
        flush = [program("postfix"), "-c", str(self.root / "postfix"), "flush"]
        subprocess.run(flush, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)

    def _start_postfix(self) -> None:
        conf = self.root / "postfix"
        for folder in (conf, self.root / "spool", self.root / "pdata"):
            folder.mkdir()
        shutil.chown(self.root / "pdata", "postfix")
        (conf / "virtual").write_text("".join(f"{user}@{DOMAIN} ok\n" for user in self.users))
        (conf / "numbered").write_text(f"/^[a-z]+[0-9]+(\\+.*)?@{DOMAIN}$/ ok\n")
        (conf / "main.cf").write_text(
            f"""
compatibility_level = 3.6
multi_instance_enable = no
queue_directory = {self.root}/spool
data_directory = {self.root}/pdata
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {self.root}/postfix.log
maillog_file_prefixes = {self.root}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.{DOMAIN}
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = {DOMAIN}
virtual_mailbox_maps = texthash:{conf}/virtual, regexp:{conf}/numbered
virtual_transport = lmtp:inet:127.0.0.1:{self.lmtp_port}
default_transport = error:nothing leaves this machine
relay_transport = error:nothing leaves this machine
recipient_delimiter = +
lmtp_destination_concurrency_limit = 1
smtpd_relay_restrictions = reject_unauth_destination
message_size_limit = 4000000
virtual_mailbox_limit = 0
"""
        )
        self._write_services(conf)
        self._run([program("postfix"), "-c", str(conf), "start-fg"])

    def _write_services(self, conf: Path) -> None:
        services = [
            f"127.0.0.1:{self.smtp_port} inet n - n - - smtpd",
            "pickup unix n - n 60 1 pickup",
            "cleanup unix n - n - 0 cleanup",
            "qmgr unix n - n 300 1 qmgr",
            "postlog unix-dgram n - n - 1 postlogd",
        ]
        most = {"bounce": 0, "defer": 0, "trace": 0, "verify": 1, "scache": 1}
        programs = {"rewrite": "trivial-rewrite", "defer": "bounce", "trace": "bounce", "retry": "error"}
        for name in (
            "rewrite",
            "bounce",
            "defer",
            "trace",
            "verify",
            "proxymap",
            "lmtp",
            "error",
            "retry",
            "anvil",
            "scache",
        ):
            services.append(f"{name} unix - - n - {most.get(name, '-')} {programs.get(name, name)}")
        (conf / "master.cf").write_text("\n".join(services) + "\n")

    def _run(self, command: list[str]) -> None:
        with (self.root / "start.log").open("ab") as log:
            self._processes.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log))


def _free_ports(count: int) -> list[int]:
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def wait_for(host: str, ports: tuple[int, ...], logs: object) -> None:
    for port in ports:
        for _ in range(200):
            try:
                socket.create_connection((host, port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        else:
            raise RuntimeError(f"nothing answers on port {port}:\n{logs() if callable(logs) else ''}")


def _make_certificate(root: Path) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (root / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    (root / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )


async def until(question: object, tries: int = 100) -> bool:
    """Ask an async question every tenth of a second until it says yes: delivery is not at once."""
    for _ in range(tries):
        if callable(question) and await question():
            return True
        await asyncio.sleep(0.1)
    return False
