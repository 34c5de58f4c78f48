"""spark-submit taxtally_spark.py INPUT OUT: `taxtally tables` on Spark. Not run by the tests: no Spark is there.

INPUT holds NDJSON, a record, taxpayer or dossier a line. `taxtally` must be installed on every worker.
"""
import json
import subprocess
import sys
import threading

import pandas
from pyspark.sql import SparkSession

TABLES = {
    "income": "taxpayer_id STRING, tax_year INT, category STRING, amount DECIMAL(18, 2), "
    "taxable_amount DECIMAL(18, 2), documents INT, complete BOOLEAN",
    # The others as schemas/sql/spark/tables.sql has them.
    "issues": "source STRING, line INT, taxpayer_id STRING, record_id STRING, path STRING, code STRING, "
    "severity STRING, message STRING",
}
COMMAND = ["taxtally", "tables", "--tables", ",".join(TABLES), "--quiet", "--allow-empty"]
SLICES = 1024  # A slice holds whole taxpayers and is one run of the command: 100 MB of input or so.


def taxpayer_of(line):
    """Whose a line is. Lines of nobody, and lines that cannot be read, are apart from everybody's."""
    try:
        value = json.loads(line)
        owner = value["taxpayer"]["id"] if "taxpayer" in value else value.get("taxpayer_id") or value.get("id")
        return str(owner) if owner is not None else ""
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ""


def by_pipe(lines):
    """The shortest: lines through the command. Its code 4 says that something was rejected, which `issues` lists."""
    shell = f"sh -c '{' '.join(COMMAND)} || test $? -eq 4'"
    return (
        lines.keyBy(taxpayer_of)
        .repartitionAndSortWithinPartitions(SLICES)
        .values()
        .pipe(shell, checkCode=True)
    )


def in_pandas(batches):
    """The same for mapInPandas: a batch is a piece of a slice, so that the command gets all of them."""
    command = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def feed():
        with command.stdin as into:
            for batch in batches:
                into.writelines(line.encode() + b"\n" for line in batch["line"])

    feeder = threading.Thread(target=feed)
    feeder.start()
    while rows := command.stdout.readlines(1 << 20):
        yield pandas.DataFrame({"value": [row.decode().rstrip("\n") for row in rows]})
    feeder.join()
    if command.wait() not in (0, 4):
        raise RuntimeError(f"taxtally ended with {command.returncode}")


def main(source, out):
    spark = SparkSession.builder.appName("taxtally").getOrCreate()
    lines = spark.sparkContext.textFile(source)
    rows = by_pipe(lines).map(lambda row: (row,)).toDF("value STRING").cache()
    # Or, from a data frame of (taxpayer_id, line):
    #   rows = (frame.repartition(SLICES, "taxpayer_id").sortWithinPartitions("taxpayer_id")
    #           .mapInPandas(in_pandas, "value STRING").cache())
    for table, columns in TABLES.items():
        made = rows.where(rows.value.startswith(f'{{"table":"{table}"'))
        frame = spark.read.schema(columns).json(made.rdd.map(lambda row: row.value))
        frame.write.mode("overwrite").parquet(f"{out}/{table}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
