import { useId, useState } from 'react'
import { type OpenNeed, readAtHome } from '#domain/food/bought.ts'
import { MAX_AMOUNT, type Purchase } from '#domain/plan/shopping.ts'
import { readBought } from '#domain/shopping/purchases.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { amountLabel, exampleText } from './row-words.ts'

type Bought = Pick<Purchase, 'amount' | 'unit'>

interface BuyAmountsProps {
  row: ShoppingRow
  onBuy: (row: ShoppingRow, amounts: readonly Bought[]) => void
}

/** Records other amounts than all that is missing. An item that is needed in several sizes has a field for each. */
export function BuyAmounts({ row, onBuy }: BuyAmountsProps) {
  const legendId = useId()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [isChecked, setIsChecked] = useState(false)
  const needs: readonly (OpenNeed | undefined)[] = row.needs.length > 0 ? row.needs : [undefined]
  const fields = needs.map((need) => {
    const key = need?.listUnit.key ?? ''
    const text = texts[key] ?? ''
    const isFilled = text.trim() !== ''
    return { key, need, text, isFilled, bought: isFilled ? readBought(text, row, need?.listUnit) : undefined }
  })
  const filled = fields.filter(({ isFilled }) => isFilled)
  const isSingle = fields.length === 1

  function submit(event: React.FormEvent) {
    event.preventDefault()
    const amounts = filled.flatMap(({ bought }) => bought ?? [])
    if (amounts.length > 0 && amounts.length === filled.length) onBuy(row, amounts)
    else setIsChecked(true)
  }

  function errorOf({ key, need, isFilled, bought }: (typeof fields)[number]): string | undefined {
    if (!isChecked || bought) return undefined
    if (filled.length === 0) return key === fields[0]?.key ? m.shopping_purchase_missing() : undefined
    return isFilled && need ? m.shopping_amount_unclear({ example: exampleText(need) }) : undefined
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-labelledby={isSingle ? undefined : legendId}
      className="flex flex-wrap items-start gap-x-2 gap-y-3"
    >
      {!isSingle && (
        <p id={legendId} className="basis-full">
          {m.shopping_purchase_amounts_label()}
        </p>
      )}
      {fields.map((field) => (
        <TextField
          key={field.key}
          label={isSingle || !field.need ? m.shopping_purchase_amount_label() : amountLabel(field.need.listUnit)}
          className={isSingle ? 'grow basis-40' : 'grow basis-full sm:basis-40'}
          value={field.text}
          placeholder={field.need && exampleText(field.need)}
          maxLength={MAX_AMOUNT}
          autoComplete="off"
          error={errorOf(field)}
          onChange={({ target }) => {
            setTexts({ ...texts, [field.key]: target.value })
            setIsChecked(false)
          }}
        />
      ))}
      <Button variant="quiet" type="submit" className={isSingle ? 'mt-7' : 'sm:mt-7'}>
        {m.shopping_purchase_add()}
      </Button>
    </form>
  )
}

interface HomeAmountProps {
  row: ShoppingRow
  onChange: (amountAtHome: string) => void
}

/** How much is at home. What cannot be counted is stored as well, and said as soon as the field is left. */
export function HomeAmount({ row, onChange }: HomeAmountProps) {
  const [isTyping, setIsTyping] = useState(false)
  const { amountAtHome } = row.details
  const [need] = row.needs
  const isUnclear = need !== undefined && amountAtHome.trim() !== '' && !readAtHome(amountAtHome, row)
  return (
    <TextField
      label={m.shopping_at_home_amount_label()}
      hint={m.shopping_at_home_amount_hint()}
      value={amountAtHome}
      maxLength={MAX_AMOUNT}
      autoComplete="off"
      error={isUnclear && !isTyping ? m.shopping_amount_unclear({ example: exampleText(need) }) : undefined}
      onBlur={() => setIsTyping(false)}
      onChange={({ target }) => {
        setIsTyping(true)
        onChange(target.value)
      }}
    />
  )
}
