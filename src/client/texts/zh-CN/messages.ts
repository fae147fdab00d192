export const messages = {
  open: '留言',
  openUnread: '留言，{{count}} 条未读',
  title: '留言',
  notAnObjection:
    '留言不是异议：不影响开标流程，也不列入开标记录。如有异议，请通过“异议”、唱标核对或异议询问提出，以当前开放的为准。',
  none: '还没有留言。',
  write: '给开标人留言',
  writeLimit:
    '开标人、代理机构、招标人和监督人可见，其他投标人不可见；每分钟最多 {{perMinute}} 条，{{maximum}} 字以内',
  writeLimitSupervisor: '投标人不可见；每分钟最多 {{perMinute}} 条，{{maximum}} 字以内',
  send: '发送',
  answer: '答复{{name}}',
  answerLimit: '仅对方与监督方可见，{{maximum}} 字以内',
  answerSupervisorLimit: '投标人不可见，{{maximum}} 字以内',
  sendAnswer: '发送答复',
  supervisors: '监督人',
  new: '未读',
  notTaken: '本大厅不接收您的留言。',
  ended: '开标已结束，不再接收留言。',
} as const
