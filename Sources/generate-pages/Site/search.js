// The page lists every section and flag of the manual. This shows those that contain all words of the query: first those
// whose title does, and of each only the text around the first word.
const query = new URLSearchParams(location.search).get("q") ?? ""
const words = query.toLowerCase().split(/\s+/).filter(word => word)
const input = document.querySelector("input")
const list = document.querySelector("#found")
const count = document.querySelector("#count")
input.value = query

if (words.length > 0) {
  const places = [...list.children].map(item => {
    const [title, text] = [item.querySelector("a").textContent.toLowerCase(), item.querySelector("p").textContent]
    const inText = text.toLowerCase()
    const missing = words.filter(word => !title.includes(word))
    const isFound = missing.every(word => inText.includes(word))
    return { item, text, isFound, missing: missing.length, at: Math.max(0, inText.indexOf(missing[0] ?? words[0])) }
  })
  const found = places.filter(place => place.isFound).sort((one, other) => one.missing - other.missing)
  for (const { item, text, at } of found) {
    const start = text.lastIndexOf(" ", Math.max(0, at - 60)) + 1
    const end = at + 140
    item.querySelector("p").textContent =
      (start > 0 ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : "")
  }
  list.replaceChildren(...found.map(place => place.item))
  count.textContent = `${found.length} ${found.length === 1 ? "place has" : "places have"} '${query}'.`
} else {
  list.hidden = true
  count.textContent = "Enter words to find the sections and flags that contain them all."
}
