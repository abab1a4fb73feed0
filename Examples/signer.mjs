// Sign JSON Web Tokens with one signet process that stays. Calls need not wait for each other.
//
//     const signer = new Signer('--key', 'key.pem', '--exp', '15m')
//     const token = await signer.sign({ sub: 'alice' })
//     await signer.close()

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

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
  #end

  constructor(...flags) {
    const command = ['jwt', 'sign', '--batch', '--json', '--keep-going', ...flags]
    const signet = spawn('signet', command, { stdio: ['pipe', 'pipe', 'inherit'] })
    // If signet cannot start, or has ended, its output ends too.
    signet.on('error', () => {})
    this.#requests = signet.stdin.on('error', () => {})
    const answers = createInterface({ input: signet.stdout }).on('line', (line) => {
      const { token, error, reason } = JSON.parse(line)
      const { resolve, reject } = this.#waiting.shift()
      token ? resolve(token) : reject(new SigningError(error, reason))
    })
    this.#end = once(answers, 'close').then(() => {
      this.#hasEnded = true
      for (const { reject } of this.#waiting) reject(new SigningError('signet has ended', 'ended'))
    })
  }

  sign(claims) {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) throw new SigningError('signet has ended', 'ended')
      this.#waiting.push({ resolve, reject })
      this.#requests.write(JSON.stringify(claims) + '\n')
    })
  }

  close() {
    this.#requests.end()
    return this.#end
  }
}
