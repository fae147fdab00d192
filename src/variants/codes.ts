/** The code lists in their default order; a variant may reorder or shorten them (VAR-4). */

export const industries = [
  { code: 0, name: { zh: '全部', en: 'All' } },
  { code: 1, name: { zh: '市政', en: 'Municipal' } },
  { code: 2, name: { zh: '房建', en: 'Housing' } },
  { code: 3, name: { zh: '水利', en: 'Water' } },
  { code: 4, name: { zh: '公路', en: 'Road' } },
  { code: 5, name: { zh: '土地', en: 'Land' } },
  { code: 99, name: { zh: '其他', en: 'Other' } },
]

const construction = [
  { code: 100, name: { zh: '全部', en: 'All' } },
  { code: 1, name: { zh: '勘察设计', en: 'Survey and design' } },
  { code: 3, name: { zh: '施工', en: 'Construction' } },
  { code: 4, name: { zh: '监理', en: 'Supervision' } },
  { code: 5, name: { zh: '设备', en: 'Equipment' } },
  { code: 102, name: { zh: '材料', en: 'Materials' } },
  { code: 103, name: { zh: '设计施工总承包', en: 'Design and build' } },
  { code: 99, name: { zh: '其他', en: 'Other' } },
]

export const procurements = [
  { code: 100, name: { zh: '全部', en: 'All' } },
  { code: 1, name: { zh: '工程类', en: 'Engineering' } },
  { code: 2, name: { zh: '货物类', en: 'Goods' } },
  { code: 3, name: { zh: '服务类', en: 'Services' } },
]

/** Options of the specialty filter by project kind. */
export const specialties = [
  { projectKind: 1, list: construction },
  { projectKind: 2, list: procurements },
]

/** Project kinds (gclx); 0 stands for all (LST-4). */
export const projectKinds = [
  { code: 0, name: { zh: '全部', en: 'All' } },
  { code: 2, name: { zh: '政府采购', en: 'Government procurement' } },
  { code: 1, name: { zh: '工程建设', en: 'Construction' } },
]

/** pbType. */
export const openingTypes = [
  { code: 8, name: { zh: '资格预审', en: 'Pre-qualification' } },
  { code: 16, name: { zh: '资格后审', en: 'Post-qualification' } },
]
