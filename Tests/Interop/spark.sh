# Sets up a cluster of two workers, and a key for it: . spark.sh
#
. "$SIGNET_SCRIPTS"/../../Interop/wheel.sh
export PYSPARK_PYTHON="$PWD/python/bin/python3"

# All that Spark writes is in this folder. The workers run in a folder of SPARK_HOME.
export SPARK_LOCAL_IP=127.0.0.1 SPARK_HOME="$PWD/spark" SPARK_LOCAL_DIRS="$PWD/local"
export JDK_JAVA_OPTIONS="'-Djava.io.tmpdir=$PWD'"
mkdir spark local events
ln -s "$(python3 -c 'import pyspark; print(*pyspark.__path__)')"/{bin,jars,python} spark

# The key is encrypted, and its passphrase is in a file for Spark.
umask 077
openssl rand -hex 20 > passphrase
signet keygen --encrypt --passphrase-file passphrase --out key.pem --public-out pub.pem
cat > spark.conf <<END
spark.executorEnv.SIGNET_PASSWORD $(cat passphrase)
spark.master local-cluster[2,1,1024]
spark.driver.host 127.0.0.1
spark.eventLog.enabled true
spark.eventLog.compress false
spark.eventLog.dir events
spark.ui.port 0
spark.task.maxFailures 2
spark.sql.execution.arrow.maxRecordsPerBatch 1000
END

# `submit JOB`: one of the jobs of spark.py. Its log is in JOB.log.
submit() {
  spark-submit --properties-file spark.conf --files key.pem,pub.pem \
    --py-files "$SIGNET_SCRIPTS"/../../../Examples/spark_tokens.py "$SIGNET_SCRIPTS"/../../Interop/spark.py "$1" 2> "$1.log" ||
    tail "$1.log"
}

# Prints the process whose command line has the name of this folder, if there still is one after half a minute.
left() {
  echo "$PWD" > here
  for n in $(seq 300); do
    grep -laF -f here /proc/[0-9]*/cmdline 2> /dev/null > left || break
    sleep 0.1
  done
  cat left
}
