// Where the navigation moves by itself, beside a page, it begins at the page that is read.
const nav = document.querySelector('nav')
const current = nav?.querySelector('[aria-current]')
if (current) nav.scrollTop = current.offsetTop - nav.clientHeight / 3
