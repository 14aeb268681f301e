import { listText } from '#domain/list-text.ts'
import { isOverdue, isUntaken, type PlannedTodo } from '#domain/todos/plan-todos.ts'
import { todoTitle } from '#domain/todos/todo-words.ts'
import * as m from '#messages'
import { plannedTodos } from '#web/trip-core/derived/todos.ts'
import { type Done, isPromised, type OpenKind, type OpenPlan } from '#web/trip-core/open.ts'

/** What nobody has taken, and what should have been done before today. Undefined until they are loaded. */
function listOpen(plan: OpenPlan): PlannedTodo[] | undefined {
  if (!plan.view.values.todos) return undefined
  return plannedTodos(plan.view).filter((one) => isUntaken(one) || isOverdue(one, plan.today))
}

export const openKind: OpenKind = {
  list: {
    title: m.todos_open_title,
    texts: (plan) =>
      listOpen(plan)?.map((one) => {
        const todo = todoTitle(one.todo)
        if (!isOverdue(one, plan.today)) return todo
        if (isUntaken(one) || one.isAlone) return m.todos_open_overdue_untaken({ todo })
        return m.todos_open_overdue({ todo, people: listText(one.on.map(plan.nameInText)) })
      }),
  },
  count: {
    of: (plan) => listOpen(plan)?.length,
    text(_count, plan) {
      const all = plannedTodos(plan.view)
      const overdue = all.filter((one) => isOverdue(one, plan.today)).length
      const untaken = all.filter(isUntaken).length
      if (untaken === 0) return m.todos_open_late({ count: overdue })
      return m.todos_open_untaken({ count: untaken, overdue })
    },
    done(plan): Done {
      const undone = plannedTodos(plan.view).filter(({ todo }) => !todo.is_done)
      if (undone.length === 0) return { text: m.todos_open_done(), isSure: true }
      const by = undone.flatMap(({ on }) => on)
      return isPromised(plan, by, m.todos_open_taken, m.todos_open_taken_so_far)
    },
  },
}
