import { House, Trash2, UserCheck, X } from 'lucide-react'
import type { Demand } from '#domain/food/shopping-list.ts'
import type { Warning } from '#domain/food/warnings.ts'
import { aisles, MAX_SHOPPING_NOTE, MAX_SHOPPING_TEXT, type Purchase } from '#domain/plan/shopping.ts'
import type { RowDetails, ShoppingRow } from '#domain/shopping/rows.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { NotForWhom } from '#web/trip-core/not-for.tsx'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { BuyAmounts, HomeAmount } from './amount-fields.tsx'
import { aisleNames, demandText, dueText, purchaseText, roundedText } from './row-words.ts'

/** What the current user may change of an item. Without `canEdit` only what is theirs. */
export interface ItemActions {
  canEdit: boolean
  buy: (row: ShoppingRow, amounts: readonly Pick<Purchase, 'amount' | 'unit'>[]) => void
  takeBack: (row: ShoppingRow, purchase: Purchase) => void
  change: (row: ShoppingRow, change: Partial<RowDetails>) => void
  rename: (row: ShoppingRow, text: string) => void
  /** Removes an item that somebody added, or one of those that are added up in it. */
  remove: (row: ShoppingRow, part?: ShoppingRow['parts'][number]) => void
}

interface ItemDialogProps {
  row: ShoppingRow
  dates: TripDates
  me: string
  /** The current user's party, whose purchases they may change. */
  party: ReadonlySet<string>
  /** Everybody who can buy something. */
  buyers: readonly { id: string; name: string }[]
  /** The shops that are named on the list already. */
  shops: readonly string[]
  /** The aisle if nobody has corrected it. */
  aisle: (typeof aisles)[number]
  nameOf: NameOf
  /** What the meal of a demand is called; '' for snacks. */
  dishOf: (demand: Demand) => string
  /** Who may have to skip it, and why. */
  warnings: readonly Warning[]
  actions: ItemActions
  onClose: () => void
}

/** All about an item: what it is needed for, who bought what, and what people noted. */
export function ItemDialog(props: ItemDialogProps) {
  const { row, actions, dates, dishOf, warnings, onClose } = props
  const rounded = roundedText(row)
  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      {row.ownId !== undefined && actions.canEdit && (
        <Button
          variant="danger"
          className="mr-auto"
          onClick={() => {
            actions.remove(row)
            onClose()
          }}
        >
          <Trash2 aria-hidden="true" className="size-5" />
          {m.shopping_item_remove()}
        </Button>
      )}
      <Button onClick={onClose}>{m.common_done()}</Button>
    </div>
  )
  return (
    <Modal open isForReading onClose={onClose} title={row.name} description={dueText(row)} footer={footer}>
      <div className="grid gap-5">
        {row.demands.length > 0 && (
          <Part title={m.shopping_sources_title()}>
            <ul className="grid gap-1">
              {row.demands.map((demand) => (
                <li key={`${demand.line} ${demand.amount?.listUnit.key} ${demand.remark}`}>
                  {demandText(demand, row, dates, dishOf(demand))}
                </li>
              ))}
            </ul>
            {rounded && <p className="text-sm text-muted">{rounded}</p>}
          </Part>
        )}
        {warnings.length > 0 && (
          <Part title={m.shopping_not_for_title()}>
            <NotForWhom warnings={warnings} />
            <p className="text-sm text-muted">{m.food_warnings_help()}</p>
          </Part>
        )}
        {row.parts.length > 0 && <Parts {...props} />}
        {row.ownId !== undefined && row.parts.length === 0 && actions.canEdit && (
          <TextField
            label={m.shopping_item_label()}
            value={row.name}
            maxLength={MAX_SHOPPING_TEXT}
            onChange={({ target }) => actions.rename(row, target.value)}
          />
        )}
        <Purchases {...props} />
        {!row.isLeftover && <Notes {...props} />}
      </div>
    </Modal>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}

/** The items that are added up, each as somebody typed it. */
function Parts({ row, actions }: ItemDialogProps) {
  return (
    <Part title={m.shopping_parts_title()}>
      <ul>
        {row.parts.map((part) => (
          <li key={part.id} className="flex max-w-none items-center gap-2">
            <span className="touch flex min-w-0 grow items-center wrap-anywhere">{part.text}</span>
            {actions.canEdit && (
              <IconButton
                icon={X}
                label={m.common_remove_named({ name: part.text })}
                title={m.common_remove()}
                className="-mr-2"
                onClick={() => actions.remove(row, part)}
              />
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Purchases({ row, me, party, nameOf, actions }: ItemDialogProps) {
  const isOthers = row.isDone && row.purchases.length > 0 && row.purchases.every(({ person_id }) => person_id !== me)
  return (
    <Part title={m.shopping_bought_title()}>
      {row.purchases.length === 0 && <p className="text-muted">{m.shopping_purchase_none()}</p>}
      <ul>
        {row.purchases.map((purchase) => {
          const name = nameOf(purchase.person_id)
          const text = m.shopping_purchase_by({ name, amount: purchaseText(purchase, row.needs) })
          return (
            <li key={purchase.id} className="flex max-w-none items-center gap-2">
              <span className="touch flex min-w-0 grow items-center wrap-anywhere">{text}</span>
              {(actions.canEdit || party.has(purchase.person_id)) && (
                <IconButton
                  icon={X}
                  label={m.common_remove_named({ name: text })}
                  title={m.common_remove()}
                  className="-mr-2"
                  onClick={() => actions.takeBack(row, purchase)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {isOthers && !actions.canEdit && (
        <p className="text-sm text-muted">
          {m.shopping_unticking_hint({ people: nameOf(row.purchases[0]?.person_id ?? '') })}
        </p>
      )}
      {!row.isLeftover && <BuyAmounts key={row.purchases.length} row={row} onBuy={actions.buy} />}
    </Part>
  )
}

function Notes(props: ItemDialogProps) {
  const { row, actions, shops } = props
  const { details, ownId } = row
  const change = (changed: Partial<RowDetails>) => actions.change(row, changed)
  return (
    <>
      {ownId === undefined && (
        <section className="grid gap-2" aria-label={m.shopping_at_home()}>
          <Switch checked={details.isAtHome} onChange={(isAtHome) => change({ isAtHome })}>
            <span className="flex items-center gap-2">
              <House aria-hidden="true" className="size-5 text-action" />
              {m.shopping_at_home()}
            </span>
          </Switch>
          {details.isAtHome && <HomeAmount row={row} onChange={(amountAtHome) => change({ amountAtHome })} />}
        </section>
      )}
      <Buyer {...props} />
      {actions.canEdit ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={m.shopping_shop_label()}
              value={details.shop}
              maxLength={MAX_SHOPPING_TEXT}
              list="shopping-shops"
              autoComplete="off"
              onChange={({ target }) => change({ shop: target.value })}
            />
            <datalist id="shopping-shops">
              {shops.map((shop) => (
                <option key={shop} value={shop} />
              ))}
            </datalist>
            <Field label={m.shopping_aisle_label()}>
              {(wiring) => (
                <select
                  {...wiring}
                  value={details.aisle || props.aisle}
                  onChange={({ target }) => change({ aisle: target.value as RowDetails['aisle'] })}
                  className={fieldLook}
                >
                  {aisles.map((aisle) => (
                    <option key={aisle} value={aisle}>
                      {aisleNames[aisle]()}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <TextArea
            label={m.shopping_note_label()}
            value={details.note}
            maxLength={MAX_SHOPPING_NOTE}
            onChange={({ target }) => change({ note: target.value })}
          />
        </>
      ) : (
        <ReadNotes details={details} />
      )}
    </>
  )
}

function ReadNotes({ details }: { details: RowDetails }) {
  return (
    <>
      {details.shop.trim() && <Part title={m.shopping_shop_label()}>{details.shop}</Part>}
      {details.note.trim() && (
        <Part title={m.shopping_note_label()}>
          <p className="whitespace-pre-line">{details.note}</p>
        </Part>
      )}
    </>
  )
}

/** Who gets an item. People who may not edit can take over what nobody gets, and give up what their party gets. */
function Buyer({ row, me, party, buyers, nameOf, actions }: ItemDialogProps) {
  const { buyer } = row.details
  const setBuyer = (to: string) => actions.change(row, { buyer: to })
  const isOpen = buyer === '' || party.has(buyer)
  return (
    <div className="flex flex-wrap items-end gap-3">
      {actions.canEdit ? (
        <Field label={m.shopping_buyer_label()} className="min-w-0 grow basis-48">
          {(wiring) => (
            <select {...wiring} value={buyer} onChange={({ target }) => setBuyer(target.value)} className={fieldLook}>
              <option value="">{m.shopping_buyer_nobody()}</option>
              {buyers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {buyer !== '' && !buyers.some(({ id }) => id === buyer) && <option value={buyer}>{nameOf(buyer)}</option>}
            </select>
          )}
        </Field>
      ) : (
        <Part title={m.shopping_buyer_label()}>
          <p>{buyer === '' ? m.shopping_buyer_nobody() : nameOf(buyer)}</p>
        </Part>
      )}
      {(actions.canEdit || isOpen) && (
        <Button variant="quiet" onClick={() => setBuyer(buyer === me ? '' : me)}>
          <UserCheck aria-hidden="true" className="size-5" />
          {buyer === me ? m.shopping_buyer_give_up() : m.shopping_buyer_take()}
        </Button>
      )}
    </div>
  )
}
