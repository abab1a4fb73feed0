import Glibc

/// How many processors are online, at least 1.
package func availableProcessors() -> Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
