import { Coins, Download, EllipsisVertical, HandCoins, Landmark, PiggyBank, Upload } from 'lucide-react'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MenuOnPress } from '#web/ui/loading/menu-on-press.tsx'

interface CostsMenuProps {
  hasCurrency: boolean
  /** Undefined for people who may not, or as long as there is nothing to do it with. */
  onPayment: (() => void) | undefined
  onExport: (() => void) | undefined
  onImport: (() => void) | undefined
  onCurrency: (() => void) | undefined
  onPayee: (() => void) | undefined
  onFees: (() => void) | undefined
}

/** What people rarely do with the costs. */
export function CostsMenu({ hasCurrency, onPayment, onExport, onImport, onCurrency, onPayee, onFees }: CostsMenuProps) {
  const items = [
    { label: m.costs_add_payment(), icon: HandCoins, onSelect: onPayment },
    { label: m.payees_title(), icon: Landmark, onSelect: onPayee },
    { label: m.fees_see(), icon: PiggyBank, onSelect: onFees },
    { label: m.costs_export(), icon: Download, onSelect: onExport },
    { label: m.costs_import(), icon: Upload, onSelect: onImport },
    { label: hasCurrency ? m.costs_currency_change() : m.costs_currency_title(), icon: Coins, onSelect: onCurrency },
  ].flatMap(({ onSelect, ...item }) => (onSelect ? [{ ...item, onSelect }] : []))
  if (items.length === 0) return null
  return (
    <MenuOnPress
      trigger={
        <IconButton
          icon={EllipsisVertical}
          label={m.costs_menu_label()}
          title={m.costs_menu_label()}
          className="-mr-2 print:hidden"
        />
      }
      items={items}
    />
  )
}
