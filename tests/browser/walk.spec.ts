// What a reviewer does in a day, in order, on the samples.

import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PASSWORD } from './people'
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
  await page.getByRole('button', { name: /Run (the analysis|again)/ }).click()
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

test('PDFs are dropped on a loan', async ({ page }) => {
  await signIn(page, 'olga')
  await openLoan(page, 'SAMPLE-2', 'Files')
  const rows = page.getByRole('table', { name: 'Files' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  const bytes = readFileSync(resolve(import.meta.dirname, '../../samples/born-digital.pdf')).toString('base64')
  const dropped = await page.evaluateHandle((text) => {
    const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([data], 'dropped.pdf', { type: 'application/pdf' }))
    return transfer
  }, bytes)
  const area = page.locator('.upload-area')
  await area.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(area).toHaveClass(/over/)
  await area.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('1 file received.')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'dropped.pdf' })).toBeVisible()
})

test('what is no PDF is refused with the reason', async ({ page }) => {
  await signIn(page, 'olga')
  await openLoan(page, 'SAMPLE-2', 'Files')
  await page.locator('input[type=file]').setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('these are notes'),
  })
  await expect(page.locator('.notice.bad')).toContainText('notes.pdf')
})

test('a document is put aside and taken back', async ({ page }) => {
  await signIn(page, 'olga')
  await openDocument(page, 'SAMPLE-3', 'W-2')
  await page.getByRole('button', { name: 'Put it aside' }).click()
  await openLoan(page, 'SAMPLE-3', 'Put aside')
  // A document that was joined with another one lies there too.
  const row = page.getByRole('table', { name: 'Documents put aside' }).getByRole('row').filter({ hasText: 'W-2' })
  await row.getByRole('button', { name: 'Take back' }).click()
  await expect(row).toHaveCount(0)
  await openDocument(page, 'SAMPLE-3', 'W-2')
})

test('an export is shown before anything is sent', async ({ page }) => {
  await signIn(page, 'olga')
  await openLoan(page, 'SAMPLE-1')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog.getByRole('heading', { name: /^Goes/ })).toBeVisible()
  await dialog.getByRole('button', { name: /^Export \d+ documents?$/ }).click()
  await expect(dialog.getByRole('heading', { name: /^Exported/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('table', { name: 'Documents' }).getByText('Exported').first()).toBeVisible()
})

test('income with a paper left out is shown beside what it is', async ({ page }) => {
  await signIn(page, 'olga')
  await openLoan(page, 'SAMPLE-1', 'Income')
  await page.getByText('What if', { exact: true }).click()
  await page
    .getByRole('checkbox', { name: /^Leave out base pay/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Show the difference' }).click()
  await expect(page.getByText('Difference a month')).toBeVisible()
  await expect(page.locator('.diff-stream').first()).toContainText('Left out')
})

test('who was slower is told what changed', async ({ page, browser }) => {
  await signIn(page, 'olga')
  await openDocument(page, 'SAMPLE-1', 'W-2')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'anna')
  await other.goto(page.url())
  for (const [who, year] of [
    [other, '2021'],
    [page, '2022'],
  ] as const) {
    const row = who.locator('.field', { hasText: 'Tax year' })
    await row.getByRole('button').first().click()
    await row.getByRole('button', { name: 'Edit' }).click()
    await who.locator('.field-editor textarea').fill(year)
    await who.keyboard.press('Enter')
    if (who === other) await expect(row).toContainText('2021')
  }
  await expect(page.getByText('Somebody else was faster: Tax year changed.')).toBeVisible()
  // What was typed is still there, and is saved when it is wanted after all.
  await expect(page.locator('.field-editor textarea')).toHaveValue('2022')
  await page.locator('.field-editor textarea').press('Enter')
  await expect(page.locator('.field', { hasText: 'Tax year' })).toContainText('2022')
  await page.getByRole('button', { name: /Take back/ }).click()
  await other.context().close()
})

test('a waiver is offered only where the tenant allows it', async ({ page }) => {
  await signIn(page, 'anna')
  await page.goto('/#/admin/thresholds')
  const allowed = page.getByRole('button', { name: /^A reviewer may release/ })
  await expect(allowed).toHaveAttribute('aria-pressed', 'false')
  await allowed.click()
  await expect(allowed).toHaveAttribute('aria-pressed', 'true')
  await allowed.click()
  await expect(allowed).toHaveAttribute('aria-pressed', 'false')
})

test('a user is added, signs in and is removed', async ({ page, browser }) => {
  await signIn(page, 'anna')
  await page.goto('/#/admin/users')
  await page.getByLabel('Name', { exact: true }).fill('nora')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Role').selectOption('reader')
  await page.getByRole('button', { name: 'Add a user' }).click()
  const row = page.getByRole('row').filter({ hasText: 'nora' })
  await expect(row).toContainText('reader')

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'nora')
  await other.goto('/#/admin/users')
  await expect(other.getByText('Needs the role admin; you are signed in as reader').first()).toBeVisible()
  await other.context().close()

  await row.getByRole('button', { name: 'Remove nora' }).click()
  await row.getByRole('button', { name: /press again/ }).click()
  await expect(row).toHaveCount(0)
})

test('a key is shown once', async ({ page, request }) => {
  await signIn(page, 'anna')
  await page.goto('/#/admin/keys')
  await page.getByLabel('Name of the new key').fill('Nightly ingest')
  await page.getByRole('button', { name: 'Make a key' }).click()
  const shown = page.locator('.secret code')
  await expect(shown).toHaveCount(3)
  const [key, secret, tenant] = await shown.allTextContents()
  const answer = await request.get('/api/v1/loans', {
    headers: { 'x-api-key': key ?? '', 'x-service-client-secret': secret ?? '', 'tenant-id': tenant ?? '' },
  })
  expect(answer.status()).toBe(200)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Nightly ingest' })).toBeVisible()
  await expect(page.getByText(secret ?? '')).toHaveCount(0)
})

test('a webhook is registered, tested, and its secret rotated', async ({ page }) => {
  await signIn(page, 'anna')
  await page.goto('/#/admin/webhooks')
  await page.getByRole('button', { name: 'Switch them on' }).click()
  await page.getByLabel('Address').fill('https://los.example.com/hooks')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = page.locator('.secret code')
  await expect(secret).toBeVisible()
  const first = await secret.textContent()
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: 'los.example.com' })
  await row.getByRole('button', { name: 'Rotate the secret' }).click()
  await row.getByRole('button', { name: /press again/ }).click()
  await expect(secret).not.toHaveText(first ?? '')
  await row.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText('A test is on its way.')).toBeVisible()
})

test('a configuration is made and changed with forms', async ({ page }) => {
  await signIn(page, 'anna')
  await page.goto('/#/admin/configurations')
  await page.getByRole('button', { name: 'New configuration' }).click()
  const form = page.getByRole('form', { name: 'Configuration' })
  await form.getByLabel('Name').fill('refinance')
  const rows = form.locator('section', { hasText: 'Required documents' })
  await rows.getByRole('button', { name: 'Add a row' }).click()
  await rows.getByLabel('Document type').selectOption('w2')
  await rows.getByLabel('at least').fill('2')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Added.')).toBeVisible()
  await expect(rows.getByLabel('at least')).toHaveValue('2')

  await form.getByLabel('Rules on values, as JSON').fill('{')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/rules on values are no JSON/i)).toBeVisible()
  await form.getByRole('button', { name: 'Remove refinance' }).click()
  await form.getByRole('button', { name: /press again/ }).click()
  await expect(page.getByRole('button', { name: /^refinance/ })).toHaveCount(0)
})

test('an administrator alone changes the configuration', async ({ page }) => {
  await signIn(page, 'olga')
  await page.goto('/#/admin/keys')
  await expect(page.getByText('Needs the role admin; you are signed in as operator').first()).toBeVisible()
  await page.goto('/#/admin/configurations')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Document type').first()).toBeDisabled()
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
