import time,sys
from itertools import count
from statistics import median,quantiles
from bench.desk import START, Club
from bench.frame import folder
from pbem.store.letters_in import Arrival
from bench.s1_transaction import LETTER,_file
club=Club(folder()); numbers=count(1000)
def take():
    n=next(numbers)*10
    arr=[Arrival("INBOX",1,n+k,START,b"X-N: %d\r\n%s"%(n+k,LETTER)) for k in range(10)]
    def job():
        with club.desk.store.begin() as books: books.letters_in.take_in(arr)
    return job
def f():
    n=next(numbers)
    return lambda: _file(club,n)
P=time.process_time_ns
def run(mk,N):
    out=[]
    for _ in range(N):
        j=mk(); a=P(); j(); out.append((P()-a)/1e6)
    q=quantiles(out,n=10); return round(q[0],3),round(q[4],3)
run(take,30); run(f,30)
print('ten p10,p50',run(take,300),'file',run(f,300))
