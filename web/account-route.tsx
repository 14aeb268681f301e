import type { ReactNode } from 'react'
import { AccountPage } from './account/account-page.tsx'
import { PageHeader } from './ui/page-header.tsx'

/** The account's page, under the header of the pages outside of a trip. */
export function Account({ menu }: { menu: ReactNode }) {
  return <AccountPage header={<PageHeader menu={menu} />} />
}
