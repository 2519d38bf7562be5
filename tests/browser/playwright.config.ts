// One browser, one worker: the tests share a workspace and change it in order.

import { defineConfig } from '@playwright/test'
import { existsSync } from 'node:fs'

// A browser of the system serves; none is downloaded.
const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export default defineConfig({
  testDir: '.',
  globalSetup: './server.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.LOANFILE_PAGE_URL,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: browsers.find((path) => path && existsSync(path)),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    trace: 'retain-on-failure',
  },
})
