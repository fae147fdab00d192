/**
 * Encrypts a password with the server's public key (RSA-OAEP with SHA-256; the key as SPKI in base64). Returns base64
 * (ACC-3).
 */
export async function encryptPassword(spki: string, password: string): Promise<string> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const der = Uint8Array.from(atob(spki), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', der, algorithm, false, ['encrypt'])
  const encrypted = await crypto.subtle.encrypt(algorithm.name, key, new TextEncoder().encode(password))
  return btoa(String.fromCharCode(...new Uint8Array(encrypted)))
}
