-- wrk -s requests.lua URL -- FILE: posts the prototypes of a file, one per line, for the user of the token 'secret'.
-- Prints the requests per second, and the number of those that failed.
local requests, number = {}, 0

function init(arguments)
    local headers = {["Authorization"] = "Bearer secret", ["Content-Type"] = "text/plain"}
    for prototype in io.lines(arguments[1]) do
        requests[#requests + 1] = wrk.format("POST", nil, headers, prototype)
    end
end

function request()
    number = number % #requests + 1
    return requests[number]
end

function done(summary)
    local errors = summary.errors
    local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
    io.write("RESULT ", summary.requests * 1e6 / summary.duration, " ", failed, "\n")
end
