import { createSandbox } from 'taxtally/sandbox'

// The sandbox needs the optional peer dependency hono.
export default async () => {
  try {
    const response = await createSandbox().fetch('http://localhost/_sandbox/people')
    return (await response.json()).length
  } catch ({ name, message }) {
    return `${name}: ${message}`
  }
}
