import { createSandbox } from 'taxtally/sandbox'

// Needs the optional peer hono.
export default async () => {
  try {
    const response = await createSandbox().fetch('http://localhost/_sandbox/people')
    return (await response.json()).length
  } catch ({ name, message }) {
    return `${name}: ${message}`
  }
}
