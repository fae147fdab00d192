import { OctetString } from 'asn1js'
import {
  Attribute,
  AuthenticatedSafe,
  CertBag,
  type Certificate,
  EncryptedData,
  PFX,
  PKCS8ShroudedKeyBag,
  SafeBag,
  SafeContents,
} from 'pkijs'
import { plainBytes, utf8 } from '#seal/bytes.ts'

const bag = {
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  localKeyId: '1.2.840.113549.1.9.21',
}

/** Rounds of PBKDF2 and of the MAC: few, since test certificates and their passwords are no secrets. */
const iterations = 1000

/** A PKCS#12 file: the key under PBES2 (PBKDF2, AES-256), the certificate beside it in the clear, SHA-256 MAC. */
export async function writeP12(options: {
  certificate: Certificate
  pkcs8: Uint8Array
  password: string
}): Promise<Uint8Array> {
  const password = utf8(options.password).buffer
  // Encrypted as bytes, since pkijs cannot read SM2 keys.
  const encrypted = new EncryptedData()
  await encrypted.encrypt({
    password,
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256, iv: new ArrayBuffer(0) },
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: iterations,
    contentToEncrypt: plainBytes(options.pkcs8).slice().buffer,
  })
  const { contentEncryptionAlgorithm } = encrypted.encryptedContentInfo
  const shrouded = new PKCS8ShroudedKeyBag({
    encryptionAlgorithm: contentEncryptionAlgorithm,
    encryptedData: new OctetString({ valueHex: encrypted.encryptedContentInfo.getEncryptedContent() }),
  })
  const attributes = () => [
    new Attribute({ type: bag.localKeyId, values: [new OctetString({ valueHex: Uint8Array.of(1).buffer })] }),
  ]
  const contents = new SafeContents({
    safeBags: [
      new SafeBag({ bagId: bag.shroudedKey, bagValue: shrouded, bagAttributes: attributes() }),
      new SafeBag({
        bagId: bag.certificate,
        bagValue: new CertBag({ parsedValue: options.certificate }),
        bagAttributes: attributes(),
      }),
    ],
  })
  const safe = new AuthenticatedSafe({
    parsedValue: { safeContents: [{ privacyMode: 0, value: contents }] },
  })
  await safe.makeInternalValues({ safeContents: [{}] })
  const pfx = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } })
  await pfx.makeInternalValues({
    password,
    iterations,
    pbkdf2HashAlgorithm: 'SHA-256',
    hmacHashAlgorithm: 'SHA-256',
  })
  return new Uint8Array(pfx.toSchema().toBER(false))
}
