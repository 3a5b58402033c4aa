// Plays game.py on Pyodide's CPython: node check.mjs CHECKOUT SITE-PACKAGES WHEELS
import { readdirSync, readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [checkout, site, wheels] = process.argv.slice(2);
const said = [];
const python = await loadPyodide({ stdout: (line) => said.push(line) });
python.FS.mkdir("/wheels");
for (const wheel of readdirSync(wheels)) {
  python.unpackArchive(new Uint8Array(readFileSync(`${wheels}/${wheel}`)), "wheel", { extractDir: "/wheels" });
}
for (const [name, root] of [["checkout", checkout], ["site", site]]) {
  python.FS.mkdir(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/${name}`);
}
await python.runPythonAsync(`
import os, sys
os.chdir("/checkout")
sys.path[:0] = ["/checkout"]
sys.path += ["/wheels", "/site"]
sys.dont_write_bytecode = True
`);
try {
  await python.runPythonAsync(readFileSync(`${checkout}/packaging/newest-python/game.py`, "utf-8"));
} catch (fault) {
  console.error(fault.message);
  process.exit(1);
}
console.log(`Python ${python.runPython("sys.version.split()[0]")}: ${said.at(-1)}`);
