import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './command.mjs'
import { findWrongImports, serverFolders } from './directions.mjs'

const wrongIn = (texts: Record<string, string>) => findWrongImports(texts).map((sentence) => sentence.split('. ')[0])

describe('findWrongImports', () => {
  it.each([
    ['domain/trip.ts', "import { createApp } from '#server/app.ts'"],
    ['domain/plan/meals.ts', "import * as z from 'zod'"],
    ['server/app.ts', "import type { Trip } from '#web/pages/trip/trip.ts'"],
    ['server/accounts/sessions.ts', "import { findTrip } from '../trips/trips.ts'"],
    ['server/db/engine.ts', "export * from '../http/context.ts'"],
    ['server/events/trip-events.ts', "import type { AppDeps } from '#server/routes/app-deps.ts'"],
    ['server/routes/trip-routes.ts', "import { createApp } from '../app.ts'"],
    ['web/app/app.tsx', "import '../../server/main.ts'"],
    ['web/data/log.ts', "import {\n  Button,\n  type ButtonProps,\n} from '#web/ui/button.tsx'"],
    ['web/data/log.ts', "import type { Session } from './auth/session.ts'"],
    ['web/data/sync/open-plan.ts', "import type { Trips } from '../trips/trips.ts'"],
    ['web/data/sync/sender.ts', "import { request } from '../http/http.ts'"],
    ['web/data/http/query-cache.ts', "import { useMemo } from 'react'"],
    ['web/ui/button.tsx', "const later = () => import('../data/log.ts')"],
    ['web/ui/card.tsx', "import { plan } from '#domain/plan/index.ts'"],
    ['web/trip-core/tab.ts', "import { dutyTitle } from '#web/features/duties/duty-words.ts'"],
    ['web/features/gear/group-tab.tsx', "import { dutyTitle } from '#web/features/duties/duty-words.ts'"],
    ['web/features/gear/group-tab.tsx', "import type { DutyDay } from '../duties/duty-words.ts'"],
    ['web/features/gear/group-tab.tsx', "const later = () => import('../duties/duties-part.tsx')"],
    ['web/features/gear/group-tab.tsx', "import { TripPage } from '#web/pages/trip/trip-page.tsx'"],
    ['web/features/gear/group-tab.tsx', "import { GearRow } from '#web/features/gear/gear-row.tsx'"],
    ['web/pages/trips/card.tsx', "import { GroupPage } from '../group/group-page.tsx'"],
    ['web/pages/trip/trip-bar.tsx', "import { groupTabs } from '#web/pages/group/group-tabs.ts'"],
    ['web/pages/trip/trip-page.tsx', "import { SignedIn } from '#web/app/signed-in.tsx'"],
  ])('reports a forbidden import in %s', (module, text) => {
    const name = /'([^']+)'/.exec(text)?.[1]
    expect(wrongIn({ [module]: text })).toEqual([`${module} imports ${name}`])
  })

  it('accepts imports that the rules allow', () => {
    const texts = {
      'domain/plan/meals.ts': "import * as z from 'zod/mini'\nimport { name } from '../name.ts'",
      'server/trips/trips.ts':
        "import { canOpenTrip } from '#domain/access.ts'\nimport { Kysely } from 'kysely'\nimport { Db } from '../db/engine.ts'",
      'server/trips/trips.test.ts': "import { sessions } from '../accounts/sessions.ts'",
      'web/data/sync/sender.ts': "import type { PlanTransport } from '../http/plan-transport.ts'",
      'web/features/gear/group-tab.tsx':
        "import { Card } from '#web/ui/card.tsx'\nimport { GearRow } from './gear-row.tsx'\nimport { Tab } from '#web/trip-core/tab.ts'",
      'web/pages/trip/trip-page.tsx': "const GroupPage = () => import('#web/pages/group/group-page.tsx')",
      'web/pages/group/group-page.tsx':
        "import { TripBar } from '#web/pages/trip/trip-bar.tsx'\nimport { GearTab } from '#web/features/gear/group-tab.tsx'",
      'web/app/signed-in.tsx': "import { TripsPage } from '#web/pages/trips/trips-page.tsx'",
    }
    expect(wrongIn(texts)).toEqual([])
  })

  it('reports a folder of server/ that the list does not have', () => {
    expect(wrongIn({ 'server/gear/gear.ts': '' })).toEqual(['server/gear/gear.ts is in no known folder'])
  })

  it('reports a module of web/data/ that is in no layer', () => {
    expect(wrongIn({ 'web/data/other/a.ts': '' })).toEqual(['web/data/other/a.ts is in no layer of web/data/'])
  })

  it('reports import cycles, also of types, except through dynamic imports', () => {
    const circle = {
      'domain/a.ts': "import { b } from './b.ts'",
      'domain/b.ts': "import { c } from './c.ts'",
      'domain/c.ts': "import { a } from './a.ts'",
      'domain/d.ts': "import { a } from './a.ts'",
    }
    expect(wrongIn(circle)).toEqual(['These import each other in a circle: domain/a.ts, domain/b.ts, domain/c.ts.'])
    expect(wrongIn({ ...circle, 'domain/c.ts': "import type { a } from './a.ts'" })).toHaveLength(1)
    expect(wrongIn({ ...circle, 'domain/c.ts': "const a = () => import('./a.ts')" })).toEqual([])
  })
})

describe('serverFolders', () => {
  it('is in order: each folder uses only folders before it', () => {
    const names = Object.keys(serverFolders)
    for (const [at, [name, uses]] of Object.entries(serverFolders).entries())
      expect(names.slice(0, at), name).toEqual(expect.arrayContaining(uses))
  })

  it('is in docs/ARCHITECTURE.md', async () => {
    const text = await readFile(join(root, 'docs/ARCHITECTURE.md'), 'utf8')
    const documented = [...text.matchAll(/^\| `(\w+)\/` \| ([^|]*) \|$/gm)].map(([, name, uses = '']) => [
      name,
      uses.split(', ').filter((use) => use !== 'nothing'),
    ])
    expect(documented).toEqual(Object.entries(serverFolders))
  })
})
