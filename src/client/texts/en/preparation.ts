import type { preparation as source } from '../zh-CN/preparation.ts'

type Key = keyof typeof source | 'files.attachments_one'

/** Step 1: tender files and evaluation parameters. */
export const preparation: Record<Key, string> = {
  'files.title': 'Tender files',
  'files.kind.technical': 'Tender file',
  'files.kind.commercial': 'Commercial tender file',
  'files.kind.control-price': 'Control-price file',
  'files.awaited.technical':
    'The tender file has not been imported yet; it can be viewed once the opener has imported it.',
  'files.awaited.commercial':
    'The commercial file has not been imported yet; it can be viewed once the opener has imported it.',
  'files.awaited.control-price':
    'The control-price file has not been imported yet; it can be viewed once the opener has imported it.',
  'files.never.technical': 'The tender file was not imported.',
  'files.imported': 'Imported',
  'files.notDisclosed': 'Not public yet',
  'files.due': 'To be imported',
  'files.notImported': 'Not imported',
  'files.priceReplaced': 'The opener set another control price in place of the one in the file',
  'files.keptAsIs': 'kept as it is, nothing read from it',
  'files.attachments_one': '{{count}} attachment',
  'files.attachments_other': '{{count}} attachments',
  'files.attachmentList': 'Attachments',
  'files.hash': 'File digest (SHA-256)',
  'files.import': 'Import',
  'files.again': 'Import again',
  'files.importOf': 'Import: {{kind}}',
  'files.againOf': 'Import again: {{kind}}',
  'files.download': 'Download',
  'files.downloadOf': 'Download: {{kind}}',
  'files.choose': 'Choose a file',
  'files.limit': '{{suffixes}}, at most {{megabytes}} MB.',
  'files.effect':
    'Project information, evaluation rules, parameters and bid form are taken from the file, and the progress log says so. Once a bid has been submitted, price columns and bid form can no longer change.',
  'files.effectPrice':
    'The control price is seen by the opener’s side and the supervisor alone; the decryption command makes it public.',
  'files.effectPricePlain':
    'The control price is seen by the opener’s side and the supervisor alone; the entry to the opening of bid files makes it public.',
  'files.replaces': 'It replaces “{{name}}”.',
  'files.uploading': 'Uploading',
  'files.checking': 'Uploaded; the file is being read',
  'files.percent': '{{percent}}%',
  'files.done': 'Imported',
  'place.bids': 'See the bidders',
  'place.tenderFiles': 'Import it',
  'place.personInfo': 'Fill it in',
  'place.siteStaff': 'Enter them',
  'place.draws': 'Draw now',
  'parameters.edit': 'Change the parameters',
  'parameters.controlPrice': 'Control price',
  'parameters.controlPriceOpen': 'public',
  'parameters.controlPriceSealed': 'not public before the decryption command',
  'parameters.controlPriceSealedPlain': 'not public before the entry to the opening of bid files',
  'parameters.priceRemark': 'Remark on the control price',
  'parameters.drawNote': 'Drawn parameters',
  'parameters.billOfQuantities': 'Bill of quantities required',
  'parameters.doubleEnvelope': 'Double envelope',
  'parameters.negotiated': 'Negotiated',
  'parameters.priceType': 'Form of the price',
  'parameters.basePriceMethod': 'Base-price method',
  'parameters.basePriceType': 'Type of base price',
  'parameters.basePrice': 'Evaluation base price',
  'parameters.basePriceByRule': 'Calculated after the announcement by the rule of the tender document',
  'parameters.bidFiles': 'Bid files required',
  'parameters.readOnly': 'Decided by the trading platform, not changed here',
  'parameters.priceLimit':
    'At most two decimals; separators of thousands are allowed. Empty: no control price.',
  'parameters.aboveCeiling':
    'Above the ceiling price of {{price}} {{unit}}. Please check it; if it is right, give the reason in the remark.',
  'parameters.isAboveCeiling': 'above the ceiling price',
  'parameters.typedInForce': 'set by the opener in place of the price in the file',
  'parameters.comma': '; ',
  'parameters.remarkLimit': 'At most {{maximum}} characters.',
  'parameters.save': 'Save',
  'parameters.saved': 'Saved',
}
