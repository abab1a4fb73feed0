"""Sign and verify JSON Web Tokens with Dask. Each partition has a signet process of its own.

    tokens = sign(frame, "claims", "/etc/signet/key.pem", "--iat=@1767225600", "--exp=@1767312000")
    verdicts = verify(tokens[["token"]], "token", "/etc/signet/pub.pem", "--iss=https://login.example")
"""

from batches import Batches, added


def sign(frame, column, key, *flags):
    """Add the columns token, error and reason to a DataFrame that has claims as JSON in a column."""
    return _stage(frame, "sign", column, key, flags)


def verify(frame, column, key, *flags):
    """Add the columns valid, reason and message to a DataFrame that has tokens in a column."""
    return _stage(frame, "verify", column, key, flags)


def _stage(frame, command, column, key, flags):
    columns = added(command, frame.columns)
    meta = frame._meta.assign(**{name: "" for name in columns}).astype(columns)
    return frame.map_partitions(_partition, command, column, key, flags, columns, meta=meta)


def _partition(part, command, column, key, flags, columns):
    with Batches(command, key, *flags) as batches:
        answers = batches(part[column].astype(object).where(part[column].notna(), None))
    return part.assign(**{name: [answer.get(name) for answer in answers] for name in columns}).astype(columns)
