"""Sign and verify JSON Web Tokens with Ray Data. Each actor has a signet process that stays.

    tokens = sign(dataset, "claims", "/etc/signet/key.pem", "--iat=@1767225600", "--exp=@1767312000")
    verdicts = verify(tokens.select_columns(["token"]), "token", "/etc/signet/pub.pem", "--iss=https://login.example")
"""

import pyarrow, ray

from batches import Batches, added


def sign(dataset, column, key, *flags, actors=1):
    """Add the columns token, error and reason to a dataset that has claims as JSON in a column."""
    return _stage(dataset, "sign", column, key, flags, actors)


def verify(dataset, column, key, *flags, actors=1):
    """Add the columns valid, reason and message to a dataset that has tokens in a column."""
    return _stage(dataset, "verify", column, key, flags, actors)


def _stage(dataset, *arguments):
    *arguments, actors = arguments
    pool = ray.data.ActorPoolStrategy(size=actors)
    return dataset.map_batches(
        _Stage, fn_constructor_args=arguments, compute=pool, batch_size=1000, batch_format="pyarrow")


class _Stage:
    def __init__(self, command, column, key, flags):
        self._command, self._column, self._batches = command, column, Batches(command, key, *flags)

    def __call__(self, batch):
        columns = added(self._command, batch.column_names)
        answers = self._batches(batch[self._column].to_pylist())
        for name, kind in columns.items():
            batch = batch.append_column(name, pyarrow.array([answer.get(name) for answer in answers], kind))
        return batch
