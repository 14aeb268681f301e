/** The most common passwords of at least 8 characters, which an attacker tries first. */
const common = new Set(
  `12345678 123456789 1234567890 0123456789 123123123 11111111 111111111 1111111111 00000000 000000000 0000000000
88888888 66666666 87654321 987654321 9876543210 12341234 11223344 1122334455 112233445566 12121212 123321123 147258369
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123
qwerty1234 qwerty12345 qwertyuiop123 qweasdzxc qazwsxedc asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123
qwertzui qwertzuiop azertyui azertyuiop password password1 password12 password123 password1234 password! password1!
passw0rd p@ssword p@ssw0rd pass1234 passwort passwort1 motdepasse contraseña iloveyou iloveyou1 iloveyou2 welcome1
welcome123 letmein1 letmein123 sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman
superman1 starwars pokemon1 trustno1 whatever computer internet samsung1 michelle jennifer jessica1 charlie1 michael1
jordan23 liverpool1 monkey123 dragon123 master123 shadow123 admin123 administrator abcd1234 abc12345 abc123456
abcdefgh abcdefghi a1b2c3d4 a1234567 a12345678 aa123456 aa12345678 changeme changeme1 secret123 test1234 testtest
hello123 helloworld camping1 camping123 wayfare1 wayfare123`.split(/\s+/),
)

/** Whether a new password is easy to guess: only spaces, one character repeated, or one of the most common. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  return new Set(plain).size < 2 || common.has(plain)
}
