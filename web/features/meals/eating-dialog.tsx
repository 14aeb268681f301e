import { type Eating, MAX_CHILD_AGE } from '#domain/plan/details.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface EatingDialogProps {
  eating: Eating
  onChange: (change: Partial<Eating>) => void
  onClose: () => void
}

/** How the people on the list count for the amounts of all meals. Edits are saved while typing. */
export function EatingDialog({ eating, onChange, onClose }: EatingDialogProps) {
  const follows = eating.counts !== 'nobody'
  type Share = 'child_share' | 'young_child_share' | 'older_child_share'
  const share = (name: Share, label: string) => (
    <NumberField
      label={label}
      value={Math.round(eating[name] * 100)}
      max={100}
      onChange={(percent) => onChange({ [name]: percent / 100 })}
    />
  )
  const age = (name: 'young_child_until' | 'child_until', label: string) => (
    <NumberField
      label={label}
      value={eating[name]}
      max={MAX_CHILD_AGE}
      onChange={(years) => onChange({ [name]: years })}
    />
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.food_eating_title()}
      description={m.food_eating_what()}
      footer={
        <div className="flex justify-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <Switch checked={follows} onChange={(isOn) => onChange({ counts: isOn ? 'all' : 'nobody' })}>
          <span className="block">{m.food_eating_follows()}</span>
          <span className="block text-sm text-muted">{m.food_eating_follows_hint()}</span>
        </Switch>
        {follows && (
          <Switch
            checked={eating.counts === 'all'}
            onChange={(isAll) => onChange({ counts: isAll ? 'all' : 'coming' })}
          >
            <span className="block">{m.food_eating_count_open()}</span>
            <span className="block text-sm text-muted">{m.food_eating_count_open_hint()}</span>
          </Switch>
        )}
        <fieldset className="grid grid-cols-2 gap-3">
          <legend className="mb-1 font-semibold">{m.food_eating_children()}</legend>
          <p className="col-span-2 text-sm text-muted">{m.food_eating_children_hint()}</p>
          {age('young_child_until', m.food_eating_young_until())}
          {share('young_child_share', m.food_eating_young_share())}
          {age('child_until', m.food_eating_older_until())}
          {share('older_child_share', m.food_eating_older_share())}
          {share('child_share', m.food_eating_unknown_share())}
        </fieldset>
      </div>
    </Modal>
  )
}
