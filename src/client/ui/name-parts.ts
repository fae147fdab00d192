/** After a bracket or 公司, and before the legal form; no closing bracket begins a line. */
const joints = /(?<=[）)]|公司)(?![）)])|(?=股份有限)|(?<!股份)(?=有限(?:责任)?公司)/u

/** The parts of a company's name that stay whole where it takes several lines: 江河水利建设集团, 有限公司. */
export function nameParts(name: string): readonly string[] {
  return name.split(joints)
}
