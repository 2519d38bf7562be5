// Steps that several tests take.

import { expect, type Page } from '@playwright/test'
import { PASSWORD, type Person } from './people'

export async function signIn(page: Page, name: Person): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
}

/** Opens a loan by its number. */
export async function openLoan(page: Page, name: string, part = 'Documents'): Promise<void> {
  await page.goto('/#/loans')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Parts of the loan' })
    .getByRole('link', { name: new RegExp(`^${part}`) })
    .click()
}

/** Opens the first document of a type in a loan. */
export async function openDocument(page: Page, loan: string, type: string): Promise<void> {
  await openLoan(page, loan)
  await page.getByRole('table', { name: 'Documents' }).getByRole('link', { name: type, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: type, level: 1 })).toBeVisible()
}

/** Waits until the pipeline has read the document on the desk again. */
export async function untilRead(page: Page): Promise<void> {
  await expect(page.getByText('The document is being read again')).toHaveCount(0, { timeout: 45_000 })
}
