// Sign JSON Web Tokens with one signet process that stays. Calls need not wait for each other.
//
//     const signer = new Signer('--key', 'key.pem', '--exp', '15m')
//     const token = await signer.sign({ sub: 'alice' })
//     await signer.close()

import { spawn } from 'node:child_process'
import { once } from 'node:events'

export class SigningError extends Error {
  constructor(message, reason) {
    super(message)
    this.reason = reason
  }
}

export class Signer {
  #waiting = []
  #hasEnded = false
  #requests
  // A promise that is kept when signet has ended.
  ended

  constructor(...flags) {
    const command = ['jwt', 'sign', '--batch', '--json', '--keep-going', ...flags]
    const signet = spawn('signet', command, { stdio: ['pipe', 'pipe', 'inherit'] })
    // If signet cannot start, or has ended, its output ends too.
    signet.on('error', ({ message }) => console.error(message))
    this.#requests = signet.stdin.on('error', () => {})
    let rest = ''
    signet.stdout.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      // A process that was killed may leave a part of a line.
      rest = lines.pop()
      for (const line of lines) {
        const { token, error, reason } = JSON.parse(line)
        const { resolve, reject } = this.#waiting.shift()
        token ? resolve(token) : reject(new SigningError(error, reason))
      }
    })
    this.ended = once(signet.stdout, 'close').then(() => {
      this.#hasEnded = true
      for (const { reject } of this.#waiting) reject(new SigningError('signet has ended', 'ended'))
    })
  }

  // Signs claims, or with --prototype a text.
  sign(claims) {
    // A line break in a text would make two requests of it; a blank does not.
    const line = typeof claims === 'string' ? claims.replaceAll('\n', ' ') : JSON.stringify(claims)
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) throw new SigningError('signet has ended', 'ended')
      this.#waiting.push({ resolve, reject })
      this.#requests.write(line + '\n')
    })
  }

  close() {
    this.#requests.end()
    return this.ended
  }
}
