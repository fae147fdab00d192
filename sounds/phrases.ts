/**
 * The sentences that the voice is made of, each one clip. `pinyin` is what the renderer reads (tone numbers, one
 * syllable per character, commas for pauses): change the two together and render anew.
 */
export const phrases = {
  setLimit: { zh: '请设置解密时限', pinyin: 'qing3 she4 zhi4 jie3 mi4 shi2 xian4' },
  openingEntered: {
    zh: '已进入投标文件开启环节，请等待解密指令',
    pinyin: 'yi3 jin4 ru4 tou2 biao1 wen2 jian4 kai1 qi3 huan2 jie2, qing3 deng3 dai4 jie3 mi4 zhi3 ling4',
  },
  decryptionIssued: {
    zh: '解密指令已下达，请投标人在',
    pinyin: 'jie3 mi4 zhi3 ling4 yi3 xia4 da2, qing3 tou2 biao1 ren2 zai4',
  },
  minutesToDecrypt: { zh: '分钟内完成解密', pinyin: 'fen1 zhong1 nei4 wan2 cheng2 jie3 mi4' },
  bidFailed: {
    zh: '有投标文件未能开启，详见开标进程',
    pinyin: 'you3 tou2 biao1 wen2 jian4 wei4 neng2 kai1 qi3, xiang2 jian4 kai1 biao1 jin4 cheng2',
  },
  allDecrypted: {
    zh: '投标文件已全部解密，解密结束',
    pinyin: 'tou2 biao1 wen2 jian4 yi3 quan2 bu4 jie3 mi4, jie3 mi4 jie2 shu4',
  },
  decryptionOver: { zh: '解密时间到，解密结束', pinyin: 'jie3 mi4 shi2 jian1 dao4, jie3 mi4 jie2 shu4' },
  announcementStarted: { zh: '开始唱标，共有', pinyin: 'kai1 shi3 chang4 biao1, gong4 you3' },
  bidders: { zh: '家投标单位', pinyin: 'jia1 tou2 biao1 dan1 wei4' },
  endEntered: { zh: '进入开标结束环节', pinyin: 'jin4 ru4 kai1 biao1 jie2 shu4 huan2 jie2' },
  confirmationAsked: { zh: '请投标人在', pinyin: 'qing3 tou2 biao1 ren2 zai4' },
  minutesToConfirm: {
    zh: '分钟内确认开标一览表',
    pinyin: 'fen1 zhong1 nei4 que4 ren4 kai1 biao1 yi4 lan3 biao3',
  },
  confirmationClosed: {
    zh: '开标一览表确认结束',
    pinyin: 'kai1 biao1 yi4 lan3 biao3 que4 ren4 jie2 shu4',
  },
  signingIssued: {
    zh: '电子签名指令已下达，请投标人在',
    pinyin: 'dian4 zi3 qian1 ming2 zhi3 ling4 yi3 xia4 da2, qing3 tou2 biao1 ren2 zai4',
  },
  minutesToSign: {
    zh: '分钟内签署开标记录',
    pinyin: 'fen1 zhong1 nei4 qian1 shu3 kai1 biao1 ji4 lu4',
  },
  signingExtended: { zh: '电子签名时间延长', pinyin: 'dian4 zi3 qian1 ming2 shi2 jian1 yan2 chang2' },
  minutes: { zh: '分钟', pinyin: 'fen1 zhong1' },
  signingOver: { zh: '电子签名时间到', pinyin: 'dian4 zi3 qian1 ming2 shi2 jian1 dao4' },
  signingConfirmed: { zh: '电子签名已确认', pinyin: 'dian4 zi3 qian1 ming2 yi3 que4 ren4' },
  openingEnded: {
    zh: '开标结束，感谢各位参与',
    pinyin: 'kai1 biao1 jie2 shu4, gan3 xie4 ge4 wei4 can1 yu4',
  },
} as const satisfies Record<string, { zh: string; pinyin: string }>

export type PhraseName = keyof typeof phrases

/** The syllables that numbers are put together from, each one clip. */
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
  百: 'bai3',
  千: 'qian1',
  万: 'wan4',
  亿: 'yi4',
  点: 'dian3',
} as const satisfies Record<string, string>

export type Numeral = keyof typeof numerals
