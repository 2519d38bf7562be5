// Every view in both themes: no serious fault for people with disabilities, nothing refused by the content security
// policy, nothing wider than the window. With LOANFILE_SHOTS it also draws the pictures of docs/page/.

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { openDocument, openLoan, signIn } from './steps'

const SHOTS = resolve(import.meta.dirname, '../../docs/page')

interface View {
  name: string
  open: (page: Page) => Promise<void>
  signedOut?: boolean
}

const at = (hash: string, ready: string) => async (page: Page) => {
  await page.goto(`/#/${hash}`)
  await expect(page.locator(ready).first()).toBeVisible()
}
const loan = (part: string, ready: string) => async (page: Page) => {
  await openLoan(page, process.env.LOANFILE_SHOT_LOAN ?? 'SAMPLE-1', part)
  await expect(page.locator(ready).first()).toBeVisible()
}

const VIEWS: View[] = [
  { name: 'sign-in', signedOut: true, open: async (page) => void (await page.goto('/')) },
  { name: 'queue', open: at('queue', 'h1') },
  { name: 'document', open: (page) => openDocument(page, 'SAMPLE-1', 'W-2') },
  {
    name: 'document-edit',
    open: async (page) => {
      await openDocument(page, 'SAMPLE-1', 'Paystub')
      await page.locator('.field-face').nth(3).click()
      await page.keyboard.press('e')
      await expect(page.locator('.crop img')).toBeVisible()
    },
  },
  {
    name: 'document-type',
    open: async (page) => {
      await openDocument(page, 'SAMPLE-1', 'W-2')
      await page.keyboard.press('t')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  { name: 'loans', open: at('loans', '[role=row] a') },
  { name: 'loan-documents', open: loan('Documents', '[role=row] a') },
  { name: 'loan-findings', open: loan('Findings', '.view') },
  {
    name: 'loan-income',
    open: async (page) => {
      await openLoan(page, 'SAMPLE-1', 'Income')
      await expect(page.locator('.button.main').first()).toBeVisible()
      if ((await page.getByText('Qualifying income a month').count()) === 0)
        await page.getByRole('button', { name: /^Run/ }).click()
      await expect(page.locator('.proof').first()).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'loan-what-if',
    open: async (page) => {
      await openLoan(page, 'SAMPLE-1', 'Income')
      await page.getByText('What if', { exact: true }).click()
      await page
        .getByRole('checkbox', { name: /^Leave out base pay/ })
        .first()
        .check()
      await page.getByLabel('By the rules of').selectOption('FHA')
      await page.getByRole('button', { name: 'Show the difference' }).click()
      await page.locator('.diff').scrollIntoViewIfNeeded()
    },
  },
  { name: 'loan-reports', open: loan('Reports', '.pane-list') },
  { name: 'loan-timeline', open: loan('Timeline', '[role=row] time') },
  { name: 'loan-cross-check', open: loan('Cross-check', '.cross, .state') },
  {
    name: 'loan-export',
    open: async (page) => {
      await loan('Documents', '[role=row] a')(page)
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await expect(page.locator('.export')).toBeVisible()
    },
  },
  { name: 'loan-aside', open: loan('Put aside', '.state, [role=row]') },
  { name: 'loan-files', open: loan('Files', '[role=row] .mark') },
  { name: 'reports', open: at('reports', '.bars') },
  { name: 'report', open: at('reports/AI%20Performance', '[role=row] a') },
  { name: 'admin-thresholds', open: at('admin/thresholds', '.curve') },
  { name: 'admin-configurations', open: at('admin/configurations', '.row-line') },
  { name: 'admin-types', open: at('admin/types', '[role=row] button') },
  { name: 'admin-fields', open: at('admin/fields', '[role=row] input') },
  { name: 'admin-mappings', open: at('admin/mappings', 'form') },
  { name: 'admin-learned', open: at('admin/learned', '.state, [role=row]') },
  { name: 'admin-webhooks', open: at('admin/webhooks', 'main h2, [role=row]') },
  { name: 'admin-keys', open: at('admin/keys', '.state, [role=row]') },
  { name: 'admin-users', open: at('admin/users', '[role=row] .mark') },
  { name: 'admin-audit', open: at('admin/audit', '.state, [role=row]') },
  {
    name: 'api',
    open: async (page) => {
      await page.goto('/api/v1/docs')
      await expect(page.locator('.endpoint').first()).toBeVisible()
    },
  },
]

for (const theme of ['light', 'dark'] as const) {
  for (const view of VIEWS) {
    test(`${view.name}, ${theme}`, async ({ page }) => {
      const refused: string[] = []
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
      })
      page.on('pageerror', (error) => refused.push(error.message))
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      if (!view.signedOut) await signIn(page, 'anna')
      await view.open(page)
      await page.waitForTimeout(400)
      await page.waitForLoadState('networkidle')
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wider).toBeLessThanOrEqual(0)
      if (process.env.LOANFILE_SHOTS) {
        mkdirSync(SHOTS, { recursive: true })
        await page.screenshot({ path: `${SHOTS}/${view.name}-${theme}.png` })
      }
      const { violations } = await new AxeBuilder({ page }).analyze()
      const grave = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical')
      expect(
        grave.map(
          (one) =>
            `${one.id}: ${one.nodes
              .map((node) => node.target.join(' '))
              .slice(0, 3)
              .join('; ')}`,
        ),
      ).toEqual([])
      expect(refused).toEqual([])
    })
  }
}

for (const width of [820, 1920]) {
  test(`nothing is cut off at ${width}`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 1100 })
    await signIn(page, 'anna')
    for (const view of VIEWS.filter((one) => !one.signedOut)) {
      await view.open(page)
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wider, view.name).toBeLessThanOrEqual(0)
      await page.keyboard.press('Escape')
    }
  })
}
