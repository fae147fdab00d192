export const calendar = {
  add: '加入日历',
  addSection: '将标段「{{name}}」的开标时间加入日历',
  failed: '日历文件未能生成，请重试。',
  entryTitle: '开标：{{name}}',
  reminder: '即将开标：{{name}}',
  section: '标段编号：{{code}}',
  time: '开标时间：{{time}}',
  enter: '{{time}} 起可进入标段，请提前检查证书和网络。',
} as const
