import { Coins, EllipsisVertical, HandCoins } from 'lucide-react'
import * as m from '#messages'
import { MenuOnPress } from '#web/loading/menu-on-press.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

interface CostsMenuProps {
  hasEntries: boolean
  onPayment: (() => void) | undefined
  onCurrency: (() => void) | undefined
}

/** What people rarely do with the costs. */
export function CostsMenu({ onPayment, onCurrency }: CostsMenuProps) {
  const items = [
    ...(onPayment ? [{ label: m.costs_add_payment(), icon: HandCoins, onSelect: onPayment }] : []),
    ...(onCurrency ? [{ label: m.costs_currency_title(), icon: Coins, onSelect: onCurrency }] : []),
  ]
  if (items.length === 0) return null
  return (
    <MenuOnPress
      trigger={
        <IconButton
          icon={EllipsisVertical}
          label={m.costs_menu_label()}
          title={m.costs_menu_label()}
          className="-mr-2"
        />
      }
      items={items}
    />
  )
}
