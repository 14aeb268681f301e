import type { Page } from '@playwright/test'
import { button, dialog } from './page-parts.ts'

/* The list of people. A person opens to read; an Edit button opens what can be changed. */

const peopleList = (page: Page) => page.getByRole('list', { name: 'People', exact: true })
/** A person's row: pressing it opens their details. */
export const personRow = (page: Page, name: string) => peopleList(page).getByRole('button', { name })
/** Opens the line about people who claim a name. */
export async function openClaims(page: Page): Promise<void> {
  const line = page.getByRole('button', { name: /^\d+ (person|people) joined under a name on your list/ })
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.press('Enter')
}
/** The names that somebody claims, for an organizer to decide, once `openClaims` has shown them. */
export const claims = (page: Page) => page.getByRole('list', { name: 'Confirm who they are' })
export const claimOf = (page: Page, name: string) =>
  claims(page)
    .getByRole('listitem')
    .filter({ hasText: `Claims to be ${name}` })

/**
 * Shows the choice of answers in the current user's party. It is shown already for people who had not answered when the
 * page opened.
 */
export async function openAnswers(page: Page): Promise<void> {
  const choice = page.getByRole('group', { name: /^Is .* coming\?$/ }).first()
  const opener = page.getByRole('button', { name: /^Change answers?$/ })
  await choice.or(opener).first().waitFor()
  if (!(await choice.isVisible())) await opener.press('Enter')
  await choice.waitFor()
}

/** Opens a person for editing and presses one of the buttons there. */
export async function editPerson(page: Page, name: string, action: string): Promise<void> {
  await personRow(page, name).click()
  await button(page, 'Edit').click()
  await dialog(page).getByRole('button', { name: action, exact: true }).click()
}

/** Makes a person an organizer or a member. */
export async function setRole(page: Page, name: string, action: 'Make organizer' | 'Make member'): Promise<void> {
  await editPerson(page, name, action)
  const other = action === 'Make organizer' ? 'Make member' : 'Make organizer'
  await dialog(page).getByRole('button', { name: other, exact: true }).waitFor()
  await button(page, 'Done').click()
}
