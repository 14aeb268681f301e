import { type Case, cases, type ExampleTrip, keyOf, type TypeName, typeNames } from './trips.ts'

/** Who looks at a screen. `visitor`: nobody, at a server that has the demo account. */
export type Viewer = 'nobody' | 'visitor' | 'planner' | 'beginner' | 'newcomer'

export interface Shot {
  /** The beginning of the file's name: SCREEN-case-type, or less if the screen has no trip. */
  name: string
  viewer: Viewer
  /** The trips that have to be there. */
  needs: string[]
  path: (trips: ReadonlyMap<string, ExampleTrip>) => string
  /** The trip is going on, so what is shown depends on the time of day. */
  isDaytime: boolean
}

interface Choice {
  cases: readonly Case[]
  types: readonly TypeName[]
}

interface Screen {
  name: string
  shots: (choice: Choice) => Shot[]
}

const planned = cases.filter((name) => name !== 'empty')

const tab = (name: string, only: Partial<Choice> = {}) =>
  ofTrip(name, ({ id }) => `/trip/${id}?tab=${name}`, planning, only)
const groupTab = (name: string, tab = name) => ofTrip(name, ({ id }) => `/trip/${id}/group?tab=${tab}`, planning)
const nobody = (): Viewer => 'nobody'
const planning = (name: Case): Viewer => (name === 'empty' ? 'beginner' : 'planner')

export const screens: Screen[] = [
  { name: 'sign-in', shots: () => [withoutTrip('sign-in', 'visitor', '/')] },
  {
    name: 'trips',
    shots: () => [
      withoutTrip('trips-empty', 'newcomer', '/'),
      { ...withoutTrip('trips-eight', 'planner', '/'), needs: keysOf({ cases: planned, types: typeNames }) },
    ],
  },
  tab('overview'),
  tab('meals'),
  tab('itinerary'),
  tab('checklist'),
  tab('tickets', { types: ['air'] }),
  groupTab('people'),
  groupTab('shopping'),
  groupTab('gear'),
  groupTab('rides'),
  groupTab('beds', 'rides&view=beds'),
  groupTab('duties', 'rides&view=duties'),
  groupTab('costs'),
  ofTrip('places', ({ id }) => `/trip/${id}/map`, planning),
  ofTrip('emergency', ({ id }) => `/trip/${id}/emergency`, planning),
  { name: 'account', shots: () => [withoutTrip('account', 'planner', '/account')] },
  ofTrip(
    'shared',
    ({ id, shareToken }) => `/shared/${id}?token=${shareToken}&mode=view`,
    () => 'newcomer',
  ),
  ofTrip('join', ({ joinToken }) => `/join/${joinToken}`, nobody, { cases: planned }),
]

export function listShots(names: readonly string[], choice: Choice): Shot[] {
  return screens.filter(({ name }) => names.includes(name)).flatMap(({ shots }) => shots(choice))
}

function ofTrip(
  name: string,
  path: (trip: ExampleTrip) => string,
  viewerOf: (name: Case) => Viewer,
  only: Partial<Choice> = {},
): Screen {
  const shotOf = (key: string, of: Case): Shot => ({
    name: `${name}-${key}`,
    viewer: viewerOf(of),
    needs: [key],
    path: (trips) => path(trips.get(key) as ExampleTrip),
    isDaytime: of === 'today',
  })
  return {
    name,
    shots: (choice) =>
      choice.types
        .filter((type) => only.types?.includes(type) ?? true)
        .flatMap((type) =>
          choice.cases.filter((of) => only.cases?.includes(of) ?? true).map((of) => shotOf(keyOf(of, type), of)),
        ),
  }
}

function withoutTrip(name: string, viewer: Viewer, path: string): Shot {
  return { name, viewer, needs: [], path: () => path, isDaytime: false }
}

function keysOf(choice: Choice): string[] {
  return choice.types.flatMap((type) => choice.cases.map((name) => keyOf(name, type)))
}
