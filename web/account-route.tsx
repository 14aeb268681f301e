import type { ReactNode } from 'react'
import { AccountPage } from './account/account-page.tsx'
import { PageHeader } from './ui/page-header.tsx'

export function Account({ menu }: { menu: ReactNode }) {
  return <AccountPage header={<PageHeader menu={menu} />} />
}
