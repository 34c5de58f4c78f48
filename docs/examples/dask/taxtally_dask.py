#!/usr/bin/env python3
"""Runs `taxtally convert` on a Dask cluster: a folder of NDJSON in, each table as a folder of parts out.

The lines are shuffled by taxpayer, so that all records of one stand together wherever they came from; the command
works on one share of the taxpayers at a time. A share that is done again, because a worker was lost, writes the same
bytes under the same names: nothing is lost and nothing is there twice.
"""
import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import zlib
from functools import partial
from glob import glob

import dask.bag
from dask import delayed
from dask.bytes import read_bytes
from distributed import Client


def text_of(identifier):
    """An id as taxtally tells ids apart; None where it is none."""
    if isinstance(identifier, float) and identifier.is_integer():
        identifier = int(identifier)
    if isinstance(identifier, bool) or not isinstance(identifier, (str, int, float)):
        return None
    return " ".join(str(identifier).split()) or None


def taxpayer_of(value):
    """Whose a record, a taxpayer or a dossier is; None where it does not say."""
    if isinstance(value, list):
        owners = {taxpayer_of(each) for each in value}
        if len(owners) > 1:
            raise ValueError("a line holds records of several taxpayers: give each a line of its own")
        return owners.pop() if owners else None
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("taxpayer"), dict):
        return text_of(value["taxpayer"].get("id"))
    return text_of(value.get("taxpayer_id", None if "forms" in value else value.get("id")))


def lines_of(block):
    """The lines of a block of bytes, each with its taxpayer; one that cannot be read is kept, for the command to tell."""
    for line in block.split(b"\n"):
        if line.strip():
            try:
                owner = taxpayer_of(json.loads(line))
            except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
                owner = None
            yield owner or "", line


def share_of(item, shares):
    """In which share a line is, on every machine: nobody's lines are apart, so that no taxpayer can be taken for theirs."""
    owner, _ = item
    return zlib.crc32(owner.encode("utf-8", "surrogatepass")) % shares if owner else shares


def text_of_share(items):
    """The lines of a share, those of a taxpayer together, in an order that does not depend on the files."""
    return b"".join(line + b"\n" for _, line in sorted(items))


def convert(group, out, command):
    """Converts one share in a folder of its own, and then moves each file to its place."""
    share, items = group
    made = tempfile.mkdtemp(prefix=f".share-{share:05}-", dir=out)
    try:
        # A partition may contain only rejected lines.
        words = [*command, "-", "--out", made, "--quiet", "--allow-empty"]
        done = subprocess.run(words, input=text_of_share(items), stderr=subprocess.PIPE)
        whole = os.path.join(made, "manifest.json")
        if not os.path.exists(whole):
            raise RuntimeError(f"taxtally ended with {done.returncode}: {done.stderr.decode()}")
        with open(whole) as file:
            rows = {each["name"]: each["rows"] for each in json.load(file)["files"]}
        parts = []
        for name in os.listdir(made):
            if name == "manifest.json":
                continue
            table, _, extension = name.partition(".")
            os.makedirs(os.path.join(out, table), exist_ok=True)
            part = f"{table}/part-{share:05}.{extension}"
            os.replace(os.path.join(made, name), os.path.join(out, part))
            parts.append({"name": part, "rows": rows.get(name)})
        return {"lines": len(items), "code": done.returncode, "parts": parts}
    finally:
        shutil.rmtree(made, ignore_errors=True)


def summary_of(group, command):
    """The summary of one share: sums of income and withholding, by `summaries.mjs`."""
    return subprocess.run(command, input=text_of_share(group[1]), stdout=subprocess.PIPE, check=True).stdout


def merged(summaries, command):
    """One summary of several: of shares, or of what was merged before."""
    return subprocess.run([*command, "--merge"], input=b"".join(summaries), stdout=subprocess.PIPE, check=True).stdout


def blocks_of(folder, size):
    """The input as blocks of whole lines; a compressed file is one block."""
    for name in sorted(glob(os.path.join(folder, "*.ndjson*"))):
        cut = None if name.endswith(".gz") else size
        _, blocks = read_bytes(name, delimiter=b"\n", blocksize=cut, compression="infer", sample=False)
        yield from blocks[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="a folder of .ndjson or .ndjson.gz files, which every worker can read")
    parser.add_argument("out", help="a new folder, which every worker can write to")
    parser.add_argument("--scheduler", help="host:port of a cluster; without it one is started on this machine")
    parser.add_argument("--command", default="taxtally convert", help="with options behind it")
    parser.add_argument("--block", default="32MiB", help="how much of a file is read at a time, and about a share")
    parser.add_argument("--summaries", help='"node summaries.mjs": writes the sums over all taxpayers to summary.json')
    words = parser.parse_args()
    out = os.path.abspath(words.out)
    os.makedirs(out, exist_ok=True)
    if os.listdir(out):
        parser.error("the output folder is not empty")

    blocks = list(blocks_of(os.path.abspath(words.input), words.block))
    if not blocks:
        parser.error("the input folder has no .ndjson file")

    with Client(words.scheduler):
        items = dask.bag.from_delayed([delayed(lines_of)(block) for block in blocks])
        shares = items.groupby(partial(share_of, shares=items.npartitions), shuffle="tasks")
        work = [shares.map(convert, out=out, command=shlex.split(words.command))]
        if words.summaries:
            merge = partial(merged, command=shlex.split(words.summaries))
            each = shares.map(summary_of, command=shlex.split(words.summaries))
            work.append(each.reduction(merge, merge, split_every=8))
        done, *summary = dask.compute(*work)

    for left in glob(os.path.join(out, ".share-*")):  # What lost workers had begun.
        shutil.rmtree(left, ignore_errors=True)
    for text in summary:
        with open(os.path.join(out, "summary.json"), "wb") as file:
            file.write(text)
    parts = sorted((part for each in done for part in each["parts"]), key=lambda part: part["name"])
    manifest = {"lines": sum(each["lines"] for each in done), "files": parts}
    with open(os.path.join(out, ".manifest"), "w") as file:
        json.dump(manifest, file, indent=2)
    os.replace(file.name, os.path.join(out, "manifest.json"))  # Last: a folder without it is not a whole result.
    return max(each["code"] for each in done)


if __name__ == "__main__":
    sys.exit(main())
