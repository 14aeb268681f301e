import * as m from '#messages'
import type { IbanProblem } from './iban.ts'

/** Countries whose names need an article within a sentence. */
const withArticle: ReadonlySet<string> = new Set(['AE', 'DO', 'FK', 'FO', 'GB', 'NL', 'SC', 'VA', 'VG'])

/** What is wrong with an IBAN that somebody typed, as a sentence. */
export function ibanProblemWords(problem: IbanProblem): string {
  switch (problem.problem) {
    case 'form':
      return m.payees_iban_form()
    case 'country':
      return m.payees_iban_country({ country: problem.country })
    case 'length':
      return m.payees_iban_length({ ...problem, country: countryName(problem.country) })
    default:
      return m.payees_iban_check()
  }
}

function countryName(code: string): string {
  const name = new Intl.DisplayNames('en-CA', { type: 'region' }).of(code) ?? code
  return withArticle.has(code) ? m.payees_country_with_article({ name }) : name
}
