# What the sessions of Ray Data, Dask and Apache Beam run: their examples with 200,000 records.
#
#   python3 engines.py ray|dask    signs while a worker is killed, verifies, and checks every record
#   python3 engines.py beam        the same, with no worker killed
#   python3 engines.py beam-killed signs while signet is killed

import base64, collections, contextlib, glob, json, os, signal, sys, sysconfig, threading

COUNT, ISSUED, EXPIRY = 200_000, 1767225600, 4102444800
FLAGS = [f"--iat=@{ISSUED}", f"--exp=@{EXPIRY}"]
KEY, PUBLIC = os.path.abspath("key.pem"), os.path.abspath("pub.pem")
SIGNING = [sysconfig.get_path("scripts") + "/signet", "jwt", "sign"]
BAD = ['{"sub":', '["sub"]', "", None]


def record(n):
    """Every thousandth is bad. In the others, some have line breaks between their members."""
    if n % 1000 == 500:
        return BAD[n // 1000 % len(BAD)]
    return json.dumps({"sub": f"användare {n}", "n": n}, ensure_ascii=False, indent=1 if n % 3 else None)


@contextlib.contextmanager
def killed(what):
    """Kill a signet process that signs, or its parent, as soon as one has read 100,000 bytes."""
    ended, killed = threading.Event(), []

    def look():
        while not killed and not ended.wait(0.01):
            for folder in glob.glob("/proc/[0-9]*"):
                with contextlib.suppress(OSError):
                    arguments = read(f"{folder}/cmdline").split("\0")
                    if arguments[:3] != SIGNING or int(read(f"{folder}/io").split()[1]) < 100_000:
                        continue
                    parent = int(read(f"{folder}/stat").rsplit(")", 1)[1].split()[1])
                    os.kill(int(folder[6:]) if what == "signet" else parent, signal.SIGKILL)
                    return killed.append(folder)

    def read(path):
        with open(path) as file:
            return file.read()

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
    assert killed, "nothing was killed"


def check(rows):
    """Count what came of the records, which must all be there once."""
    rows, found = sorted(rows, key=lambda row: row["n"]), collections.Counter()
    assert [row["n"] for row in rows] == list(range(COUNT)), "records are missing or doubled"
    for row in rows:
        if row["token"]:
            payload = row["token"].split(".")[1]
            claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
            assert claims == {**json.loads(record(row["n"])), "iat": ISSUED, "exp": EXPIRY}, row
            assert row["valid"] is True and row["signing"] is None and row["reason"] is None, row
            found["tokens"] += 1
        else:
            assert record(row["n"]) in BAD and row["valid"] is False, row
            found[row["signing"]] += 1
    print(*(f"{count} {name}" for name, count in sorted(found.items())), sep="\n")


def with_ray():
    import ray
    from ray_tokens import sign, verify

    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False

    def claims(batch):
        return {"n": batch["id"], "claims": [record(n) for n in batch["id"].tolist()]}

    numbers = ray.data.range(COUNT, override_num_blocks=20)
    signed = sign(numbers.map_batches(claims), "claims", KEY, *FLAGS, actors=1)
    signed = signed.rename_columns({"reason": "signing"}).drop_columns(["claims", "error"])
    with killed("worker"):
        rows = verify(signed, "token", PUBLIC, actors=1).take_all()
    check(rows)


def with_dask():
    import dask.dataframe, pandas
    from dask.distributed import Client
    from dask_tokens import sign, verify

    def claims(part):
        return part.assign(claims=[record(n) for n in part["n"]]).astype({"claims": "string"})

    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None):
        numbers = dask.dataframe.from_pandas(pandas.DataFrame({"n": range(COUNT)}), npartitions=20)
        frame = numbers.map_partitions(claims, meta={"n": "int64", "claims": "string"})
        signed = sign(frame, "claims", KEY, *FLAGS)[["n", "token", "reason"]].rename(columns={"reason": "signing"})
        with killed("worker"):
            rows = verify(signed, "token", PUBLIC).compute()
    check(rows.astype(object).where(rows.notna(), None).to_dict("records"))


def with_beam(kill=contextlib.nullcontext()):
    import apache_beam as beam
    from apache_beam.options.pipeline_options import PipelineOptions
    from beam_tokens import Tokens

    def signing(row):
        return {"n": row["n"], "token": row["token"], "signing": row["reason"]}

    options = PipelineOptions(["--runner=FnApiRunner"])
    with kill, beam.Pipeline(options=options) as pipeline:
        claims = pipeline | beam.Create(range(COUNT)) | beam.Map(lambda n: {"n": n, "claims": record(n)})
        signed = claims | Tokens("sign", "claims", KEY, *FLAGS) | beam.Map(signing)
        rows = signed | Tokens("verify", "token", PUBLIC) | beam.Map(json.dumps)
        rows | beam.io.WriteToText("rows", num_shards=1, shard_name_template="")
    with open("rows") as file:
        check([json.loads(line) for line in file])


if __name__ == "__main__":
    run = {"ray": with_ray, "dask": with_dask, "beam": with_beam, "beam-killed": lambda: with_beam(killed("signet"))}
    run[sys.argv[1]]()
