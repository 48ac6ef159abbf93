#!/usr/bin/env python3
"""What 1, 2, 4 … servers on one PostgreSQL carry, and what an event costs the servers and the database.

    tests/with_postgres --durable python3 bench/capacity.py build/release/volpe [--servers 1,2,4] [--tables 200] [--rate 20000]

Every server has its own players (volpe load), all on this machine, so that cores are shared by servers, database and load:
compare the lines of one run. Prints events a second, CPU seconds of servers and database for 1,000 durable events,
statements, those of them that send notices, and bytes of write-ahead log an event.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.request


def psql(address, sql):
    done = subprocess.run(["psql", address, "-XAtc", sql], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"psql: {done.stderr.strip()}")
    return done.stdout.strip()


def postmaster(address):
    """The process of the database server."""
    return int(pathlib.Path(psql(address, "SHOW data_directory"), "postmaster.pid").read_text().split()[0])


def processor_seconds(parent):
    """Of a process and its children: the database has one for each connection."""
    ticks = 0
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(folder.name) == parent or int(fields[1]) == parent:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self, program, store):
        words = [program, "serve", "--listen", "127.0.0.1:0", "--page", "none", "--store", store, "--rate", "1000000",
                 "--most-per-address", "1000000"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = self.process.stdout.readline().split()[-1]

    def entries(self):
        with urllib.request.urlopen(self.url + "/metrics") as reply:
            return int(re.search(r"^volpe_entries_total (\d+)", reply.read().decode(), re.M)[1])

    def stop(self):
        self.process.terminate()
        self.process.wait()


def database_counts(address):
    calls = "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%'"
    return {
        "statements": int(psql(address, calls)),
        "notices": int(psql(address, calls + " AND query LIKE '%pg_notify%'")),
        "log": int(psql(address, "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")),
    }


def measure(arguments, address, count):
    name = f"capacity_{count}"
    psql(address, f"CREATE DATABASE {name}")
    database = address.replace("/postgres?", f"/{name}?")
    psql(database, "CREATE EXTENSION pg_stat_statements")
    servers = [Server(arguments.program, database) for _ in range(count)]
    try:
        loads = [
            subprocess.Popen(
                [arguments.program, "load", "--url", server.url, "--tables", str(arguments.tables // count), "--rate",
                 str(arguments.rate // count), "--seconds", str(arguments.seconds), "--json"],
                stdout=subprocess.PIPE, text=True)
            for server in servers
        ]
        parent = postmaster(address)
        before = database_counts(database) | {"seconds": processor_seconds(parent)}
        entries = -sum(server.entries() for server in servers)
        reports = [json.loads(load.communicate()[0]) for load in loads]
        after = database_counts(database) | {"seconds": processor_seconds(parent)}
        entries += sum(server.entries() for server in servers)
    finally:
        for server in servers:
            server.stop()
    spent = {key: after[key] - before[key] for key in before}
    if any(report["records_broken"] for report in reports):
        sys.exit("a record is broken")
    return {
        "servers": count,
        "events a second": round(sum(report["rate"] for report in reports)),
        "99 %, ms": round(max(report["play"]["p99"] for report in reports), 1),
        "server CPU": round(sum(report["server_cpu_seconds_for_1000_events"] for report in reports) / count, 3),
        "database CPU": round(1000 * spent["seconds"] / entries, 3),
        "statements": round(spent["statements"] / entries, 2),
        "notifying": round(spent["notices"] / entries, 2),
        "log, bytes": round(spent["log"] / entries),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--servers", default="1,2,4")
    parser.add_argument("--tables", type=int, default=200, help="of all servers together")
    parser.add_argument("--rate", type=int, default=20000, help="events a second, of all together")
    parser.add_argument("--seconds", type=int, default=15)
    arguments = parser.parse_args()
    address = os.environ.get("VOLPE_TEST_POSTGRES")
    if not address:
        sys.exit("start it with tests/with_postgres --durable")
    lines = [measure(arguments, address, int(count)) for count in arguments.servers.split(",")]
    print("| " + " | ".join(lines[0]) + " |")
    print("|" + "---|" * len(lines[0]))
    for line in lines:
        print("| " + " | ".join(str(value) for value in line.values()) + " |")


if __name__ == "__main__":
    main()
