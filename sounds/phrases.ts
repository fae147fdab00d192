/**
 * The sentences of the voice, one clip each. The renderer reads `pinyin` (tone numbers, one syllable per character,
 * commas for pauses): change both together and render again.
 */
export const phrases = {
  setLimit: { zh: '请设置解密时限', pinyin: 'qing3 she4 zhi4 jie3 mi4 shi2 xian4' },
  openingEntered: {
    zh: '已进入投标文件开启环节，请等待解密指令',
    pinyin: 'yi3 jin4 ru4 tou2 biao1 wen2 jian4 kai1 qi3 huan2 jie2, qing3 deng3 dai4 jie3 mi4 zhi3 ling4',
  },
  importStarted: {
    zh: '投标文件未加密，开始导入',
    pinyin: 'tou2 biao1 wen2 jian4 wei4 jia1 mi4, kai1 shi3 dao3 ru4',
  },
  importEnded: { zh: '投标文件导入结束', pinyin: 'tou2 biao1 wen2 jian4 dao3 ru4 jie2 shu4' },
  decryptionIssued: {
    zh: '解密指令已下达，请投标人在',
    pinyin: 'jie3 mi4 zhi3 ling4 yi3 xia4 da2, qing3 tou2 biao1 ren2 zai4',
  },
  minutesToDecrypt: { zh: '分钟内完成解密', pinyin: 'fen1 zhong1 nei4 wan2 cheng2 jie3 mi4' },
  ownDecrypted: {
    zh: '您的投标文件解密成功',
    pinyin: 'nin2 de5 tou2 biao1 wen2 jian4 jie3 mi4 cheng2 gong1',
  },
  ownRefused: {
    zh: '解密未成功，请核对后重试',
    pinyin: 'jie3 mi4 wei4 cheng2 gong1, qing3 he2 dui4 hou4 chong2 shi4',
  },
  ownDamaged: {
    zh: '您的投标文件未能开启，责任不在贵单位',
    pinyin: 'nin2 de5 tou2 biao1 wen2 jian4 wei4 neng2 kai1 qi3, ze2 ren4 bu2 zai4 gui4 dan1 wei4',
  },
  sendBackup: { zh: '，请上传备用文件', pinyin: 'qing3 shang4 chuan2 bei4 yong4 wen2 jian4' },
  ownBadContent: {
    zh: '您的投标文件内容与递交时不一致，请联系技术支持',
    pinyin:
      'nin2 de5 tou2 biao1 wen2 jian4 nei4 rong2 yu3 di4 jiao1 shi2 bu4 yi2 zhi4, qing3 lian2 xi4 ji4 shu4 zhi1 chi2',
  },
  backupAccepted: {
    zh: '您的备用文件已接收，正在开启',
    pinyin: 'nin2 de5 bei4 yong4 wen2 jian4 yi3 jie1 shou1, zheng4 zai4 kai1 qi3',
  },
  fileNotOpened: { zh: '投标文件未能开启', pinyin: 'tou2 biao1 wen2 jian4 wei4 neng2 kai1 qi3' },
  filesNotOpened: {
    zh: '家投标文件未能开启，详见开标进程',
    pinyin: 'jia1 tou2 biao1 wen2 jian4 wei4 neng2 kai1 qi3, xiang2 jian4 kai1 biao1 jin4 cheng2',
  },
  ownInvalid: {
    zh: '您的投标文件被标记为无效，详见开标进程',
    pinyin:
      'nin2 de5 tou2 biao1 wen2 jian4 bei4 biao1 ji4 wei2 wu2 xiao4, xiang2 jian4 kai1 biao1 jin4 cheng2',
  },
  ownValid: {
    zh: '您的投标文件的无效标记已取消',
    pinyin: 'nin2 de5 tou2 biao1 wen2 jian4 de5 wu2 xiao4 biao1 ji4 yi3 qu3 xiao1',
  },
  markedInvalid: {
    zh: '投标文件被标记为无效，详见开标进程',
    pinyin: 'tou2 biao1 wen2 jian4 bei4 biao1 ji4 wei2 wu2 xiao4, xiang2 jian4 kai1 biao1 jin4 cheng2',
  },
  markedValid: {
    zh: '投标文件的无效标记已取消',
    pinyin: 'tou2 biao1 wen2 jian4 de5 wu2 xiao4 biao1 ji4 yi3 qu3 xiao1',
  },
  drawDeclared: { zh: '开始抽取评标参数', pinyin: 'kai1 shi3 chou1 qu3 ping2 biao1 can1 shu4' },
  indexDrawDeclared: { zh: '开始随机抽取序号', pinyin: 'kai1 shi3 sui2 ji1 chou1 qu3 xu4 hao4' },
  drawResult: { zh: '抽取结果', pinyin: 'chou1 qu3 jie2 guo3' },
  drawRepeated: {
    zh: '本次抽取无效，重新抽取',
    pinyin: 'ben3 ci4 chou1 qu3 wu2 xiao4, chong2 xin1 chou1 qu3',
  },
  drawVoid: {
    zh: '无人参与，本次抽取无效',
    pinyin: 'wu2 ren2 can1 yu4, ben3 ci4 chou1 qu3 wu2 xiao4',
  },
  allDecrypted: {
    zh: '投标文件已全部解密，解密结束',
    pinyin: 'tou2 biao1 wen2 jian4 yi3 quan2 bu4 jie3 mi4, jie3 mi4 jie2 shu4',
  },
  decryptionOver: { zh: '解密时间到，解密结束', pinyin: 'jie3 mi4 shi2 jian1 dao4, jie3 mi4 jie2 shu4' },
  thereAre: { zh: '有', pinyin: 'you3' },
  announcementStarted: { zh: '开始唱标，共有', pinyin: 'kai1 shi3 chang4 biao1, gong4 you3' },
  bidders: { zh: '家投标单位', pinyin: 'jia1 tou2 biao1 dan1 wei4' },
  readingPaused: { zh: '唱标暂停', pinyin: 'chang4 biao1 zan4 ting2' },
  readingResumed: { zh: '唱标继续', pinyin: 'chang4 biao1 ji4 xu4' },
  readingFinished: { zh: '唱标完毕', pinyin: 'chang4 biao1 wan2 bi4' },
  readingCutShort: {
    zh: '唱标提前结束，详见开标一览表',
    pinyin: 'chang4 biao1 ti2 qian2 jie2 shu4, xiang2 jian4 kai1 biao1 yi4 lan3 biao3',
  },
  rowDisputed: {
    zh: '有投标人对唱标内容有异议，请查看开标一览表',
    pinyin:
      'you3 tou2 biao1 ren2 dui4 chang4 biao1 nei4 rong2 you3 yi4 yi4, qing3 cha2 kan4 kai1 biao1 yi4 lan3 biao3',
  },
  seeOverview: { zh: '详见开标一览表', pinyin: 'xiang2 jian4 kai1 biao1 yi4 lan3 biao3' },
  readInvalid: { zh: '投标文件被标记为无效', pinyin: 'tou2 biao1 wen2 jian4 bei4 biao1 ji4 wei2 wu2 xiao4' },
  bidRevoked: { zh: '投标文件已撤销', pinyin: 'tou2 biao1 wen2 jian4 yi3 che4 xiao1' },
  bidWithdrawn: { zh: '投标文件已撤回', pinyin: 'tou2 biao1 wen2 jian4 yi3 che4 hui2' },
  notDecryptedInTime: { zh: '未在规定时间内解密', pinyin: 'wei4 zai4 gui1 ding4 shi2 jian1 nei4 jie3 mi4' },
  keyDidNotFit: { zh: '密钥与投标文件不符', pinyin: 'mi4 yao4 yu3 tou2 biao1 wen2 jian4 bu4 fu2' },
  contentDiffers: {
    zh: '投标文件内容与递交时不一致',
    pinyin: 'tou2 biao1 wen2 jian4 nei4 rong2 yu3 di4 jiao1 shi2 bu4 yi2 zhi4',
  },
  fileDamaged: { zh: '投标文件损坏', pinyin: 'tou2 biao1 wen2 jian4 sun3 huai4' },
  hallFailed: {
    zh: '因开标大厅原因未能开启',
    pinyin: 'yin1 kai1 biao1 da4 ting1 yuan2 yin1 wei4 neng2 kai1 qi3',
  },
  bidPrice: { zh: '投标报价', pinyin: 'tou2 biao1 bao4 jia4' },
  totalPrice: { zh: '投标总价', pinyin: 'tou2 biao1 zong3 jia4' },
  discount: { zh: '下浮率', pinyin: 'xia4 fu2 lv4' },
  rate: { zh: '费率', pinyin: 'fei4 lv4' },
  duration: { zh: '工期', pinyin: 'gong1 qi1' },
  delivery: { zh: '交货期', pinyin: 'jiao1 huo4 qi1' },
  servicePeriod: { zh: '服务期', pinyin: 'fu2 wu4 qi1' },
  bidValidity: { zh: '投标有效期', pinyin: 'tou2 biao1 you3 xiao4 qi1' },
  bidSecurity: { zh: '投标保证金', pinyin: 'tou2 biao1 bao3 zheng4 jin1' },
  safetyFee: { zh: '安全文明施工费', pinyin: 'an1 quan2 wen2 ming2 shi1 gong1 fei4' },
  days: { zh: '天', pinyin: 'tian1' },
  calendarDays: { zh: '日历天', pinyin: 'ri4 li4 tian1' },
  months: { zh: '个月', pinyin: 'ge4 yue4' },
  years: { zh: '年', pinyin: 'nian2' },
  price: { zh: '报价', pinyin: 'bao4 jia4' },
  flowReset: {
    zh: '已退回投标文件开启环节',
    pinyin: 'yi3 tui4 hui2 tou2 biao1 wen2 jian4 kai1 qi3 huan2 jie2',
  },
  inquiryIssued: {
    zh: '现在询问开标异议，请投标人在',
    pinyin: 'xian4 zai4 xun2 wen4 kai1 biao1 yi4 yi4, qing3 tou2 biao1 ren2 zai4',
  },
  minutesToAnswer: {
    zh: '分钟内确认是否有异议',
    pinyin: 'fen1 zhong1 nei4 que4 ren4 shi4 fou3 you3 yi4 yi4',
  },
  inquiryReplied: {
    zh: '您的开标异议已回复，请查看',
    pinyin: 'nin2 de5 kai1 biao1 yi4 yi4 yi3 hui2 fu4, qing3 cha2 kan4',
  },
  inquiryClosed: { zh: '异议询问结束', pinyin: 'yi4 yi4 xun2 wen4 jie2 shu4' },
  endEntered: { zh: '进入开标结束环节', pinyin: 'jin4 ru4 kai1 biao1 jie2 shu4 huan2 jie2' },
  confirmationAsked: { zh: '请投标人在', pinyin: 'qing3 tou2 biao1 ren2 zai4' },
  minutesToConfirm: {
    zh: '分钟内确认开标一览表',
    pinyin: 'fen1 zhong1 nei4 que4 ren4 kai1 biao1 yi4 lan3 biao3',
  },
  confirmationClosed: { zh: '开标一览表确认结束', pinyin: 'kai1 biao1 yi4 lan3 biao3 que4 ren4 jie2 shu4' },
  confirmationEnded: {
    zh: '开标人提前结束开标一览表确认',
    pinyin: 'kai1 biao1 ren2 ti2 qian2 jie2 shu4 kai1 biao1 yi4 lan3 biao3 que4 ren4',
  },
  signingIssued: {
    zh: '电子签名指令已下达，请投标人在',
    pinyin: 'dian4 zi3 qian1 ming2 zhi3 ling4 yi3 xia4 da2, qing3 tou2 biao1 ren2 zai4',
  },
  minutesToSign: { zh: '分钟内签署开标记录', pinyin: 'fen1 zhong1 nei4 qian1 shu3 kai1 biao1 ji4 lu4' },
  decryptionExtended: { zh: '解密时间延长', pinyin: 'jie3 mi4 shi2 jian1 yan2 chang2' },
  decryptionProlonged: {
    zh: '开标大厅曾中断，解密时间已延长',
    pinyin: 'kai1 biao1 da4 ting1 ceng2 zhong1 duan4, jie3 mi4 shi2 jian1 yi3 yan2 chang2',
  },
  inquiryProlonged: {
    zh: '开标大厅曾中断，异议询问时间已延长',
    pinyin: 'kai1 biao1 da4 ting1 ceng2 zhong1 duan4, yi4 yi4 xun2 wen4 shi2 jian1 yi3 yan2 chang2',
  },
  confirmationProlonged: {
    zh: '开标大厅曾中断，确认时间已延长',
    pinyin: 'kai1 biao1 da4 ting1 ceng2 zhong1 duan4, que4 ren4 shi2 jian1 yi3 yan2 chang2',
  },
  signingProlonged: {
    zh: '开标大厅曾中断，电子签名时间已延长',
    pinyin: 'kai1 biao1 da4 ting1 ceng2 zhong1 duan4, dian4 zi3 qian1 ming2 shi2 jian1 yi3 yan2 chang2',
  },
  decryptionReopened: {
    zh: '因开标大厅原因未解密的投标文件，现重新开放解密，限时',
    pinyin:
      'yin1 kai1 biao1 da4 ting1 yuan2 yin1 wei4 jie3 mi4 de5 tou2 biao1 wen2 jian4, xian4 chong2 xin1 kai1 fang4 jie3 mi4, xian4 shi2',
  },
  signingExtended: { zh: '电子签名时间延长', pinyin: 'dian4 zi3 qian1 ming2 shi2 jian1 yan2 chang2' },
  minutes: { zh: '分钟', pinyin: 'fen1 zhong1' },
  signingOver: { zh: '电子签名时间到', pinyin: 'dian4 zi3 qian1 ming2 shi2 jian1 dao4' },
  signingConfirmed: { zh: '电子签名已确认', pinyin: 'dian4 zi3 qian1 ming2 yi3 que4 ren4' },
  decryptionLeft: { zh: '解密时间还剩', pinyin: 'jie3 mi4 shi2 jian1 hai2 sheng4' },
  inquiryLeft: { zh: '异议询问时间还剩', pinyin: 'yi4 yi4 xun2 wen4 shi2 jian1 hai2 sheng4' },
  confirmationLeft: { zh: '确认时间还剩', pinyin: 'que4 ren4 shi2 jian1 hai2 sheng4' },
  signingLeft: { zh: '电子签名时间还剩', pinyin: 'dian4 zi3 qian1 ming2 shi2 jian1 hai2 sheng4' },
  lessThan: { zh: '不到', pinyin: 'bu2 dao4' },
  hurryDecrypt: { zh: '，请尽快完成解密', pinyin: 'qing3 jin3 kuai4 wan2 cheng2 jie3 mi4' },
  hurryAnswer: { zh: '，请尽快答复', pinyin: 'qing3 jin3 kuai4 da2 fu4' },
  hurryConfirm: { zh: '，请尽快确认', pinyin: 'qing3 jin3 kuai4 que4 ren4' },
  hurrySign: { zh: '，请尽快签署', pinyin: 'qing3 jin3 kuai4 qian1 shu3' },
  objectionRaised: {
    zh: '有投标人提出异议，请及时回复',
    pinyin: 'you3 tou2 biao1 ren2 ti2 chu1 yi4 yi4, qing3 ji2 shi2 hui2 fu4',
  },
  objectionReplied: {
    zh: '您的异议已回复，请查看',
    pinyin: 'nin2 de5 yi4 yi4 yi3 hui2 fu4, qing3 cha2 kan4',
  },
  firstEnvelopeEnded: { zh: '第一信封开标结束', pinyin: 'di4 yi1 xin4 feng1 kai1 biao1 jie2 shu4' },
  secondEnvelopeCalled: { zh: '第二信封开标开始', pinyin: 'di4 er4 xin4 feng1 kai1 biao1 kai1 shi3' },
  messagePosted: {
    zh: '开标人发布了消息，请查看开标进程',
    pinyin: 'kai1 biao1 ren2 fa1 bu4 le5 xiao1 xi5, qing3 cha2 kan4 kai1 biao1 jin4 cheng2',
  },
  messageSent: { zh: '您收到一条留言', pinyin: 'nin2 shou1 dao4 yi4 tiao2 liu2 yan2' },
  messageAnswered: {
    zh: '开标人答复了您的留言，请查看',
    pinyin: 'kai1 biao1 ren2 da2 fu4 le5 nin2 de5 liu2 yan2, qing3 cha2 kan4',
  },
  lotOpen: { zh: '标段恢复正常', pinyin: 'biao1 duan4 hui1 fu4 zheng4 chang2' },
  lotFailurePending: {
    zh: '标段正在流标审批，计时暂停',
    pinyin: 'biao1 duan4 zheng4 zai4 liu2 biao1 shen3 pi1, ji4 shi2 zan4 ting2',
  },
  lotFailureRefused: {
    zh: '流标申请未获批准',
    pinyin: 'liu2 biao1 shen1 qing3 wei4 huo4 pi1 zhun3',
  },
  lotFailed: { zh: '标段已流标', pinyin: 'biao1 duan4 yi3 liu2 biao1' },
  lotStopped: { zh: '标段已终止', pinyin: 'biao1 duan4 yi3 zhong1 zhi3' },
  lotPaused: {
    zh: '标段已暂停，计时暂停',
    pinyin: 'biao1 duan4 yi3 zan4 ting2, ji4 shi2 zan4 ting2',
  },
  openingEnded: { zh: '开标结束，感谢各位参与', pinyin: 'kai1 biao1 jie2 shu4, gan3 xie4 ge4 wei4 can1 yu4' },
} as const satisfies Record<string, { zh: string; pinyin: string }>

export type PhraseName = keyof typeof phrases

/** The parts of numbers and amounts, one clip each; the tone of 一 depends on its place. */
export const numerals = {
  零: 'ling2',
  一: 'yi1',
  二: 'er4',
  两: 'liang3',
  三: 'san1',
  四: 'si4',
  五: 'wu3',
  六: 'liu4',
  七: 'qi1',
  八: 'ba1',
  九: 'jiu3',
  十: 'shi2',
  万: 'wan4',
  亿: 'yi4',
  点: 'dian3',
  负: 'fu4',
  第: 'di4',
  元: 'yuan2',
  万元: 'wan4 yuan2',
  百分之: 'bai3 fen1 zhi1',
  一万: 'yi2 wan4',
  一亿: 'yi2 yi4',
  一十: 'yi1 shi2',
  二十: 'er4 shi2',
  三十: 'san1 shi2',
  四十: 'si4 shi2',
  五十: 'wu3 shi2',
  六十: 'liu4 shi2',
  七十: 'qi1 shi2',
  八十: 'ba1 shi2',
  九十: 'jiu3 shi2',
  一百: 'yi4 bai3',
  二百: 'er4 bai3',
  三百: 'san1 bai3',
  四百: 'si4 bai3',
  五百: 'wu3 bai3',
  六百: 'liu4 bai3',
  七百: 'qi1 bai3',
  八百: 'ba1 bai3',
  九百: 'jiu3 bai3',
  一千: 'yi4 qian1',
  二千: 'er4 qian1',
  三千: 'san1 qian1',
  四千: 'si4 qian1',
  五千: 'wu3 qian1',
  六千: 'liu4 qian1',
  七千: 'qi1 qian1',
  八千: 'ba1 qian1',
  九千: 'jiu3 qian1',
  两千: 'liang3 qian1',
} as const satisfies Record<string, string>

export type Numeral = keyof typeof numerals
export type ClipName = PhraseName | Numeral
