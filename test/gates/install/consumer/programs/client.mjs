import { AccessToken, createClient } from 'taxtally/client'

export default () => {
  const fetch = async () => Response.json({ id: 'tp-1' })
  const client = createClient({ baseUrl: 'https://service.invalid', fetch })
  return client.getTaxpayer(new AccessToken('token'))
}
