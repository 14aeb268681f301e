import type { ReactNode } from 'react'
import { AccountPage } from '#web/pages/account/account-page.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export function Account({ menu }: { menu: ReactNode }) {
  return <AccountPage header={<PageHeader menu={menu} />} />
}
