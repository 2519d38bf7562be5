// What a reviewer does in a day, in order, on the samples.

import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { openDocument, openLoan, signIn, untilRead } from './steps'

test.describe.configure({ mode: 'serial' })

test('a wrong password is refused, a right one opens the queue', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Name', { exact: true }).fill('anna')
  await page.getByLabel('Password').fill('something else entirely')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('The name or the password is wrong.')
  await signIn(page, 'anna')
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('the queue is worked with the keyboard', async ({ page }) => {
  await signIn(page, 'olga')
  const rows = page.getByRole('table', { name: 'Open review tasks' }).getByRole('row')
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('j')
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('k')
  await page.keyboard.press('m')
  await expect(rows.nth(1)).toContainText('me')
  await page.getByLabel('Assignee').selectOption('me')
  await expect(rows).toHaveCount(2)
})

test('a value is corrected from the page, and the loan follows', async ({ page }) => {
  await signIn(page, 'olga')
  await openLoan(page, 'SAMPLE-2')
  const before = await toReview(page)
  expect(before).toBeGreaterThan(0)

  await page.goto('/#/queue')
  await page.getByRole('radio', { name: /Values/ }).check({ force: true })
  await page.keyboard.press('Enter')
  const doubt = page.locator('.field-group.doubt .field')
  await expect(doubt.first()).toHaveClass(/chosen/)
  const count = await doubt.count()
  await page.keyboard.press('e')
  const editor = page.locator('.field-editor textarea')
  await expect(editor).toBeFocused()
  const drafted = await editor.inputValue()

  // Words of the page go into the value: the chosen box is framed again by hand.
  const box = page.locator('.field-box.chosen')
  await expect(box).toBeVisible()
  const frame = await box.boundingBox()
  if (!frame) throw new Error('the chosen value has no box')
  await page.mouse.move(frame.x - 3, frame.y - 3)
  await page.mouse.down()
  await page.mouse.move(frame.x + frame.width + 3, frame.y + frame.height + 3, { steps: 4 })
  await page.mouse.up()
  await expect(page.locator('.picked').first()).toBeVisible()
  expect((await editor.inputValue()).length).toBeGreaterThan(0)
  await editor.fill(drafted)
  await editor.press('Enter')
  await expect(doubt).toHaveCount(count - 1)

  await openLoan(page, 'SAMPLE-2')
  await expect.poll(() => toReview(page)).toBe(before - 1)
})

test('a correction is taken back', async ({ page }) => {
  await signIn(page, 'olga')
  await openDocument(page, 'SAMPLE-1', 'W-2')
  const row = page.locator('.field', { hasText: 'Tax year' })
  await row.getByRole('button').first().click()
  await row.getByRole('button', { name: 'Edit' }).click()
  await page.locator('.field-editor textarea').fill('2024')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('2024')
  await page.getByRole('button', { name: /Take back/ }).click()
  await expect(row).toContainText('2025')
  await expect(row).not.toContainText('Set by a person')
})

test('a task is accepted and the next one comes', async ({ page }) => {
  await signIn(page, 'olga')
  await page.getByRole('radio', { name: /Values/ }).check({ force: true })
  const rows = page.getByRole('table', { name: 'Open review tasks' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const open = (await rows.count()) - 1
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Task' })).toContainText('in doubt')
  await page.keyboard.press('a')
  await expect(page.getByText('Accepted.')).toBeVisible()
  await page.goto('/#/queue')
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible()
  if (open > 1) await expect(rows).toHaveCount(open)
  else await expect(page.getByText('No task passes these filters.')).toBeVisible()
})

test('a type is changed by a search', async ({ page }) => {
  await signIn(page, 'olga')
  await openDocument(page, 'SAMPLE-1', 'Other')
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Search a type' }).fill('letter of expl')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Letter of Explanation', level: 1 })).toBeVisible()
  await expect(page.getByText('Set by a person').first()).toBeVisible()
  await untilRead(page)
})

test('a document is split on the strip and joined again', async ({ page }) => {
  await signIn(page, 'olga')
  await openLoan(page, 'SAMPLE-3')
  const rows = page.getByRole('table', { name: 'Documents' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const before = await rows.count()
  await page.getByRole('row').filter({ hasText: '–' }).first().getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Cut before page 2' })).toBeVisible()
  const address = page.url()
  await page.getByRole('button', { name: 'Cut before page 2' }).click()
  await page.getByRole('button', { name: 'Cut in 2' }).click()
  await expect(rows).toHaveCount(before + 1, { timeout: 30_000 })

  await page.goto(address)
  await page
    .locator('.neighbour')
    .last()
    .getByRole('button', { name: /^Join with/ })
    .click()
  await expect(rows).toHaveCount(before, { timeout: 30_000 })
})

test('income is computed and its proof leads to the page', async ({ page }) => {
  await signIn(page, 'olga')
  await openLoan(page, 'SAMPLE-1', 'Income')
  await page.getByRole('button', { name: 'Run the analysis' }).click()
  await expect(page.getByText('Qualifying income a month')).toBeVisible({ timeout: 30_000 })
  await page.locator('.proof a').first().click()
  await expect(page.locator('.field.chosen, .cell[aria-pressed=true]').first()).toBeVisible()
})

test('a report is downloaded', async ({ page }) => {
  await signIn(page, 'rita')
  await page.goto('/#/reports/Document%20Inventory')
  await expect(page.getByRole('table', { name: 'Document Inventory' })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.split(/\r?\n/)[0]).toContain('docTypeName')
  expect(text).toContain('W-2')
})

test('a reader is told what the role lacks, and the server refuses too', async ({ page }) => {
  await signIn(page, 'rita')
  await openDocument(page, 'SAMPLE-1', 'W-2')
  const type = page.getByRole('button', { name: 'Change the type' })
  await expect(type).toHaveAttribute('aria-disabled', 'true')
  await expect(type).toHaveAttribute('title', 'Needs the role operator; you are signed in as reader')
  const status = await page.evaluate(async () => {
    const id = location.hash.split('/')[2]?.split('?')[0]
    const session = (await (await fetch('/api/v1/session')).json()) as { csrfToken: string }
    const answer = await fetch(`/api/v1/documents/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrfToken },
      body: JSON.stringify({ documentTypeId: 'other' }),
    })
    return answer.status
  })
  expect(status).toBe(403)
})

test('a change without the token of the session is refused', async ({ page }) => {
  await signIn(page, 'olga')
  const status = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/loans', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ externalLoanId: 'FORGED-1' }),
    })
    return answer.status
  })
  expect(status).toBe(403)
})

async function toReview(page: import('@playwright/test').Page): Promise<number> {
  await expect(page.getByText(/^[\d,]+ values?$/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^[\d,]+ values?$/).first()).toBeVisible()
  const mark = page.getByText(/to review$/)
  if ((await mark.count()) === 0) return 0
  return Number(((await mark.first().textContent()) ?? '').replace(/\D/g, ''))
}
