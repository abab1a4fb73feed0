"""Sign and verify JSON Web Tokens with Apache Beam. Each worker thread has a signet process that stays.

    tokens = records | Tokens("sign", "claims", "/etc/signet/key.pem", "--iat=@1767225600", "--exp=@1767312000")
    verdicts = tokens | beam.Map(…) | Tokens("verify", "token", "/etc/signet/pub.pem", "--iss=https://login.example")

The elements are dictionaries. sign adds token, error and reason to each; verify adds valid, reason and message.
"""

import apache_beam as beam

from batches import Batches, added


class Tokens(beam.PTransform):
    def __init__(self, command, field, key, *flags):
        super().__init__(f"{command} tokens")
        self._arguments = command, field, key, flags

    def expand(self, records):
        return records | beam.BatchElements(max_batch_size=1000) | beam.ParDo(_Stage(*self._arguments))


class _Stage(beam.DoFn):
    def __init__(self, command, field, key, flags):
        self._command, self._field, self._key, self._flags, self._batches = command, field, key, flags, None

    def setup(self):
        self._batches = Batches(self._command, self._key, *self._flags)

    def process(self, records):
        answers = self._batches([record[self._field] for record in records])
        for record, answer in zip(records, answers):
            yield {**record, **{name: answer.get(name) for name in added(self._command, record)}}

    def teardown(self):
        if self._batches:
            self._batches.close()
