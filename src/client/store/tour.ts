import { useStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'

/** Who can take the guided tour of a demo. */
export const tourRoles = ['opener', 'bidder', 'supervisor'] as const
export type TourRole = (typeof tourRoles)[number]

/** A tour that is being taken in this tab. */
export interface RunningTour {
  readonly role: TourRole
  /** From 0. */
  readonly step: number
  /** The section that the tour has entered last. */
  readonly section: string | null
}

interface TourStore {
  readonly tour: RunningTour | null
  begin(role: TourRole): void
  goTo(step: number): void
  entered(section: string): void
  leave(): void
}

/** The guided tour of this tab; it outlasts a reload. */
export const tourStore = createStore<TourStore>()(
  persist(
    (set) => ({
      tour: null,
      begin: (role) => set({ tour: { role, step: 0, section: null } }),
      goTo: (step) => set(({ tour }) => ({ tour: tour && { ...tour, step } })),
      entered: (section) => set(({ tour }) => ({ tour: tour && { ...tour, section } })),
      leave: () => set({ tour: null }),
    }),
    {
      name: 'kaibiao.tour',
      version: 1,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ tour }) => ({ tour }),
    },
  ),
)

/** The tour of this tab; null while none is taken. */
export function useTour(): RunningTour | null {
  return useStore(tourStore, ({ tour }) => tour)
}
