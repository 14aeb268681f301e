import { useId, useRef, useState } from 'react'
import { type InvitedTo, MAX_GUEST_NAME, type Namesake } from '#domain/api/people.ts'
import { firstName } from '#domain/first-name.ts'
import { listText } from '#domain/list-text.ts'
import { matchesSearch } from '#domain/matches-search.ts'
import { nameOfUser } from '#domain/person.ts'
import * as m from '#messages'
import { useJoining } from '#web/data/session/join.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'
import { NameQuestion } from './name-question.tsx'

type Names = InvitedTo['names']

interface JoinFormProps {
  token: string
  /** The people on the trip's list that nobody has joined as. */
  names: Names
  /** Called with the trip's id. */
  onJoined: (tripId: string) => void
  /** Called at the first focus. */
  onReach?: (() => void) | undefined
  /** Opens the sign-in form for people with an account. */
  onSignIn: () => void
}

/** Lists with more names have a search field. */
const MAX_WITHOUT_SEARCH = 10

/** A shadow at the lower edge as long as there is more below: the background of the last row covers it. */
const MORE_BELOW =
  'linear-gradient(transparent, var(--raised) 75%) bottom / 100% 2.5rem no-repeat local, ' +
  'linear-gradient(transparent, color-mix(in oklch, var(--text) 22%, transparent)) bottom / 100% 1.25rem no-repeat'

/** The choice of people who are not on the list. */
const NEW = 'new'

/** Joins the trip: as a guest with a name, or as the signed-in user. Either may already be on the trip's list. */
export function JoinForm({ token, names, onJoined, onReach, onSignIn }: JoinFormProps) {
  const { user } = useSession()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [isByKey, setIsByKey] = useState(false)
  const choose = (id: string, byKey: boolean) => {
    setChosen(id)
    setIsByKey(byKey)
  }
  /** People on the list with the typed name. */
  const [namesakes, setNamesakes] = useState<Namesake[]>()
  const { send, isPending, error, failure } = useJoining(token, { onJoined, onNameOnList: setNamesakes })
  const { form, errorOf, isAtField } = useWrongField(failure)
  const onList = names.find(({ id }) => id === chosen)
  const isNew = names.length === 0 || chosen === NEW
  const asksName = !user && isNew
  const joinsAs = onList?.name.slice(0, MAX_GUEST_NAME) ?? (user ? nameOfUser(user) : undefined)
  const asGuest = (guestName: string) => !user && { name: guestName }
  if (namesakes) {
    return (
      <NameQuestion
        namesakes={namesakes}
        isSignedIn={user !== null}
        isPending={isPending}
        error={error}
        onYes={({ id, name }) => send({ ...asGuest(name.slice(0, MAX_GUEST_NAME)), person_id: id, is_claim: true })}
        onNo={() => send({ ...asGuest(name), is_someone_else: true })}
        onSignIn={onSignIn}
      />
    )
  }
  return (
    <form
      ref={form}
      aria-label={m.session_join_form()}
      className="grid grid-cols-1 gap-4 [&_input]:scroll-mb-24"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending) return
        if (onList) send({ ...asGuest(onList.name.slice(0, MAX_GUEST_NAME)), person_id: onList.id })
        else send({ ...asGuest(name), is_someone_else: false })
      }}
    >
      {names.length > 0 && <NameList names={names} chosen={chosen} onChoose={choose} onReach={onReach} />}
      {asksName && (
        <TextField
          label={m.session_join_name_label()}
          name="name"
          error={errorOf('name')}
          hint={m.session_join_name_hint()}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onFocus={onReach}
          // After 'Someone else' is pressed, the name is asked next. Arrow keys may only pass over that choice.
          autoFocus={chosen === NEW && !isByKey}
          required
          // Not only spaces.
          pattern=".*\S.*"
          maxLength={MAX_GUEST_NAME}
          autoComplete="name"
        />
      )}
      {error && !(isAtField && asksName) && <ErrorBox message={error} />}
      {/* Always in reach, however long the list is. */}
      <div className="sticky bottom-0 -mx-5 grid grid-cols-1 gap-2 border-t border-line bg-surface px-5 py-3">
        <Button type="submit" busy={isPending}>
          <span className="min-w-0 break-words">{wordsOf(joinsAs, isPending)}</span>
        </Button>
        <p className="text-center text-sm text-balance text-muted">
          {!user && m.session_join_no_account()} {m.session_join_family()}
        </p>
      </div>
      {!user && (
        <button
          type="button"
          onClick={onSignIn}
          className="touch justify-self-center rounded-md px-3 text-sm text-action underline underline-offset-4"
        >
          {m.session_join_have_account()}
        </button>
      )}
    </form>
  )
}

interface NameListProps {
  names: Names
  chosen: string | undefined
  onChoose: (id: string, byKey: boolean) => void
  onReach: (() => void) | undefined
}

/** The choice of person. Native radio buttons, so the browser requires a choice before it submits the form. */
function NameList({ names, chosen, onChoose, onReach }: NameListProps) {
  const group = useId()
  const isByKey = useRef(false)
  const [query, setQuery] = useState('')
  const isLong = names.length > MAX_WITHOUT_SEARCH
  const found = isLong
    ? names.filter((one) => matchesSearch([one.name, one.party, ...one.children].join(' '), query))
    : names
  const shown = names.filter((one) => one.id === chosen || found.includes(one))
  const choice = ({ id, name, party, children }: Names[number]) => (
    <label
      key={id}
      className="touch flex items-center gap-3 border-line px-3 py-2 not-first:border-t has-checked:bg-action-soft has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus"
    >
      <input
        type="radio"
        name={group}
        required
        checked={chosen === id}
        onChange={() => onChoose(id, isByKey.current)}
        onFocus={onReach}
        className="size-5 shrink-0 outline-none"
      />
      <span className="min-w-0 break-words">
        {name}
        {[party, children.length > 0 && m.session_join_with({ names: listText(children.map(firstName)) })]
          .filter(Boolean)
          .map((note) => (
            <span key={`${note}`} className="text-sm text-muted">
              {' · '}
              {note}
            </span>
          ))}
      </span>
    </label>
  )
  return (
    <fieldset
      className="min-w-0"
      onKeyDown={() => {
        isByKey.current = true
      }}
      onPointerDown={() => {
        isByKey.current = false
      }}
    >
      <legend className="mb-1.5 font-semibold">{m.session_join_who()}</legend>
      {isLong && (
        <TextField
          label={m.session_join_find()}
          hideLabel
          placeholder={m.session_join_find()}
          type="search"
          className="mb-2"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            // Enter would join as the name chosen before.
            if (event.key === 'Enter') event.preventDefault()
          }}
          onFocus={onReach}
          autoComplete="off"
        />
      )}
      <p role="status" className="text-sm text-muted not-empty:mb-2">
        {found.length === 0 && m.session_join_none_found()}
      </p>
      <div className="overflow-hidden rounded-md border border-edge bg-raised">
        <div className="grid max-h-71.5 grid-cols-1 overflow-y-auto" style={{ background: MORE_BELOW }}>
          {shown.map(choice)}
        </div>
        <div className={shown.length > 0 ? 'border-t border-line' : ''}>
          {choice({ id: NEW, name: m.session_join_someone_else(), party: m.session_join_not_on_list(), children: [] })}
        </div>
      </div>
    </fieldset>
  )
}

function wordsOf(name: string | undefined, isPending: boolean): string {
  if (isPending) return m.session_joining()
  return name === undefined ? m.session_join() : m.session_join_as({ name })
}
