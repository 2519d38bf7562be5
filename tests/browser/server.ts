// Makes a workspace of the samples, adds people, and serves it until the tests are done.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PASSWORD, PEOPLE } from './people'

export default async function serve(): Promise<(() => Promise<void>) | void> {
  // A server that somebody else started, such as one with more loans.
  if (process.env.LOANFILE_PAGE_URL) return
  const program = process.env.LOANFILE_BIN
  if (!program) throw new Error('LOANFILE_BIN names the program to test')
  const workspace = mkdtempSync(join(tmpdir(), 'loanfile-page-'))
  const samples = resolve(import.meta.dirname, '../../samples')
  const loanfile = (args: string[], input?: string) =>
    execFileSync(program, ['--workspace', workspace, ...args], { input, stdio: ['pipe', 'ignore', 'inherit'] })

  loanfile(['init'])
  loanfile(['configuration', 'add', join(samples, 'conventional.toml')])
  loanfile(['loan', 'create', 'SAMPLE-1', '--configuration', 'conventional-closing'])
  loanfile(['ingest', '--loan', 'SAMPLE-1', join(samples, 'born-digital.pdf')])
  loanfile(['ingest', '--loan', 'SAMPLE-2', join(samples, 'scanned.pdf')])
  loanfile(['ingest', '--loan', 'SAMPLE-3', join(samples, 'mixed.pdf')])
  loanfile(['process'])
  for (const { name, role } of PEOPLE) {
    loanfile(['user', 'add', name, '--role', role, '--password-stdin'], `${PASSWORD}\n`)
  }

  const [port, operations] = [await freePort(), await freePort()]
  const listen = ['--listen', `127.0.0.1:${port}`, '--operations-listen', `127.0.0.1:${operations}`]
  const server = spawn(program, ['--workspace', workspace, 'serve', ...listen], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    const ended = new Promise((done) => server.once('exit', done))
    if (server.exitCode === null && server.kill('SIGTERM')) await ended
    rmSync(workspace, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  await answering(`${url}/api/v1/health`).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  process.env.LOANFILE_PAGE_URL = url
  return stop
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address()
      probe.close(() => (place && typeof place === 'object' ? found(place.port) : failed(new Error('no port'))))
    })
  })
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((wait) => setTimeout(wait, 200))
  }
  throw new Error(`${url} does not answer`)
}
