// POST /sign: sign the prototypes of an IMS app, each for the user who asks, with one signet process that stays.
//
//     PORT=8080 SESSIONS=sessions.json node service.mjs --key ims.key --iss "$API_KEY" --subject-allow users.txt

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Server } from 'node:net'
import { Signer } from './signer.mjs'

const { SESSIONS, ADDRESS = '127.0.0.1', PORT = '8080' } = process.env
const BYTES = 16384, IN_FLIGHT = 64, CONNECTIONS = 512, MILLISECONDS = 5000
const HEADERS = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', 'WWW-Authenticate': 'Bearer' }
const STATUS = { 'signing-failed': 500, ended: 503 } // 400 for every other reason of signet.
const NOT_YOURS = [403, 'subject: the prototype is for another user']

const sessions = new Map(Object.entries(JSON.parse(readFileSync(SESSIONS, 'utf8'))))
const signer = new Signer('--prototype', '--profile', 'ims', '--leeway', '30s', ...process.argv.slice(2))
const waiting = []
let inFlight = 0, isStopping = false

// REPLACE THIS: return the user whom the Authorization header identifies, or undefined.
function authenticate(authorization = '') {
  const [, token] = /^Bearer (.*)$/i.exec(authorization) ?? []
  return token && sessions.get(createHash('sha256').update(token).digest('hex'))
}

async function sign({ method, url, headers }, prototype) {
  if (`${method} ${url}` !== 'POST /sign') return [404, 'expected POST /sign']
  const user = await authenticate(headers.authorization)
  if (user == null) return [401, 'expected Authorization: Bearer TOKEN']
  if (waiting.length === CONNECTIONS) return [503, 'too many requests']
  if (inFlight < IN_FLIGHT) inFlight++
  else await new Promise((resolve) => waiting.push(resolve))
  let token
  try {
    token = await signer.sign(prototype)
  } catch (error) {
    return error.reason === 'subject' ? NOT_YOURS : [STATUS[error.reason] ?? 400, `${error.reason}: ${error.message}`]
  } finally {
    if (waiting.length) waiting.shift()()
    else inFlight--
  }
  // signet refuses claims that two readers could understand differently. So check what it has signed.
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'))
  return claims.sub === user ? [200, token] : NOT_YOURS
}

const timeouts = { requestTimeout: MILLISECONDS, connectionsCheckingInterval: 1000 }
const server = createServer(timeouts, (request, response) => {
  const chunks = []
  let size = 0
  const answer = (status, text) => {
    if (status === 413 || isStopping) response.setHeader('Connection', 'close')
    response.writeHead(status, { ...HEADERS, 'Content-Length': Buffer.byteLength(text) }).end(text)
  }
  request.on('data', (chunk) => {
    size += chunk.length
    if (size <= BYTES) chunks.push(chunk)
    else if (!response.headersSent) answer(413, `expected at most ${BYTES} bytes`)
  })
  request.on('end', async () => {
    if (response.headersSent) return
    try {
      answer(...(await sign(request, Buffer.concat(chunks).toString())))
    } catch (error) {
      console.error(error)
      answer(500, 'the service failed')
    }
  })
})

function stop() {
  isStopping = true
  // This waits for the requests that are being answered. HTTP's own close() would also end connections whose request has
  // arrived and was not read yet.
  Server.prototype.close.call(server, () => signer.close())
  setTimeout(() => server.closeAllConnections(), MILLISECONDS).unref()
}

process.on('SIGTERM', stop).on('SIGINT', stop)
signer.ended.then(() => {
  if (isStopping) return
  console.error('signet has ended')
  process.exitCode = 1 // The supervisor of this service starts both again.
  stop()
})
server.maxConnections = CONNECTIONS
// A client may close its half of the connection after its request.
server.httpAllowHalfOpen = true
server.listen(PORT, ADDRESS, () => console.log(`http://${ADDRESS}:${server.address().port}/sign`))
