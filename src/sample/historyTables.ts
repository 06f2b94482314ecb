/** Columns: id, kind, priority, label, time added, title, more flags. */
export const items = `vat-by-country|feature|1|tax|0 09:05|Calculate VAT by country
round-once|bug|1|price|0 09:08|Round prices once, at the end
reserve-stock|feature|1|stock|0 09:12|Reserve stock while a customer pays
search-start|feature|2|search|0 09:15|Find products by the start of a word
order-mail|feature|2|mail|0 09:20|Send a mail after an order
setup-tests|chore|1|build|0 09:22|Run the tests on every push
price-docs|docs|3|price|0 09:25|Write down how prices are rounded
basket-names|refactor|3|cart|0 09:31|Call the basket a cart everywhere
discounts|feature|2|price|1 10:05|Accept discount codes
old-prices|chore|3|price|1 16:20|Remove the old price table
search-speed|test|2|search|2 11:10|Measure the search with 10,000 products
free-shipping|feature|2|checkout|3 09:40|Ship for free from 50 euros
empty-cart|bug|1|checkout|4 14:15|Refuse to check out an empty cart
vat-books|test|2|tax|4 15:00|Test the VAT of books
mail-footer|chore|3|mail|5 09:30|Update the footer of mails
slow-cart|bug|1|cart|5 15:30|Load a cart of 200 products within a second|--due +19d
escape-names|bug|0|mail|6 11:05|Escape names of customers in mails
search-typos|feature|2|search|6 13:30|Find products despite a typo
reduced-rates|test|2|tax|6 15:10|Test reduced rates of VAT
gift-wrap|feature|4|cart|7 10:10|Wrap orders as a gift
search-service|spike|3|search|7 10:20|Move the search to a service of its own
checkout-labels|bug|1|checkout|7 15:45|Label all fields of the checkout
order-numbers|bug|1|order|8 09:50|Number orders without gaps
stock-report|feature|3|stock|8 10:15|Report the stock every morning
env-docs|docs|3|build|8 15:10|List the environment variables
refunds|feature|1|order|9 14:00|Refund part of an order
guest-checkout|feature|1|checkout|9 14:20|Check out without an account
search-log|chore|3|search|9 15:40|Log searches without a result
last-piece|bug|0|stock|10 09:15|Sell the last piece only once
price-filter|feature|2|search|10 10:30|Filter products by price
saved-cart|feature|2|cart|10 10:40|Keep the cart after signing in
low-stock|feature|2|stock|11 09:20|Warn when stock runs low
invoice|feature|2|mail|11 09:35|Attach the invoice to the mail
price-import|feature|2|price|11 11:20|Import prices from a CSV file
shipping-countries|feature|1|checkout|11 14:00|Ship to other countries
card-digits|feature|2|checkout|12 10:00|Show which card paid for an order
guest-orders|feature|2|order|12 14:30|Let guests look up an order|--depends-on id:guest-checkout
refund-mail|feature|2|mail|12 15:05|Mail the customer after a refund|--depends-on id:refunds
countries-tax|feature|2|tax|13 16:10|Calculate VAT of other countries|--depends-on id:shipping-countries
filter-page|feature|3|search|14 10:00|Show the filters of a search on the page|--depends-on id:price-filter
plain-mail|feature|4|mail|14 14:05|Send mails as plain text, too
sale-prices|chore|1|price|14 15:30|Prepare the prices of the sale|--not-before +9d`;

/** Work without a lane. Columns: item, agent, from, to, outcome. */
export const chores = `setup-tests|copilot-90|0 09:50|0 11:20|done
price-docs|claude-7d|1 15:20|1 16:10|done
basket-names|gemini-b3|1 10:30|1 14:40|done
old-prices|copilot-90|2 09:30|2 10:15|done
search-speed|gemini-b3|3 13:00|3 15:30|done
vat-books|codex-4f|5 10:10|5 11:45|done
mail-footer|copilot-90|5 13:15|5 13:50|done
search-service|gemini-b3|7 13:00|7 16:30|failed
env-docs|copilot-90|9 10:20|9 11:05|done
search-log|gemini-b3|12 13:00|12 14:10|done
reduced-rates|codex-4f|13 10:10|13 11:40|done
checkout-labels|claude-7d|14 10:40|14 13:20|done`;

/** Merged lanes. Columns: item, agent, opened, committed, merged, merged by, commit message. */
export const merged = `vat-by-country|codex-4f|0 10:10|0 14:40|1 09:25|Robin|Look up the VAT of a country
round-once|claude-7d|1 09:40|1 11:30|1 15:10|Robin|Round the sum instead of each line
reserve-stock|codex-4f|1 13:20|2 11:50|4 10:05|Sam|Reserve stock for a checkout
search-start|gemini-b3|2 10:00|2 15:45|3 09:30|Robin|Find words that begin with the query
order-mail|copilot-90|3 10:20|3 16:30|4 11:15|Robin|Confirm an order by mail
discounts|claude-7d|4 13:00|5 11:40|7 09:50|Sam|Take a discount code
empty-cart|gemini-b3|5 09:50|5 10:55|5 16:20|Robin|Refuse an empty cart
free-shipping|copilot-90|6 09:40|6 16:10|8 10:30|Robin|Ship for free from 50 euros
escape-names|codex-4f|6 11:20|6 12:35|6 13:40|Robin|Escape names in mails
search-typos|gemini-b3|8 09:30|9 16:45|11 10:10|Sam|Allow one wrong letter
order-numbers|claude-7d|9 10:00|9 15:15|10 09:40|Robin|Number orders one by one
last-piece|codex-4f|10 09:45|10 11:25|10 14:30|Robin|Take no more than there is`;

/** Lanes with requested changes. Columns: time, time of the fix, reviewer, lane, agent; finding, severity, path, line, text, suggestion. */
export const rounds = `2 14:20|3 15:00|claude-7d|reserve-stock|codex-4f|no-release|high|src/stock.js|reserved.set|A reservation never ends: who leaves keeps the stock|Give it back after 15 minutes
5 14:10|6 14:30|codex-4f|discounts|claude-7d|code-twice|medium|src/discount.js|codes.get|A code can be used any number of times|Delete a code once it is used
10 09:20|10 15:20|codex-4f|search-typos|gemini-b3|short-words|medium|src/search.js|<= 1|Words of different lengths count as alike|Compare the lengths, too`;

/** Columns: time, actor; id, severity, path, line, text, suggestion. */
export const findings = `2 10:30|gemini-b3|unknown-country|medium|src/tax.js|?? rates.DE|An unknown country pays German VAT|Refuse it
3 11:00|codex-4f|empty-query|low|src/search.js|startsWith|An empty query finds everything
5 11:10|claude-7d|negative-stock|low|src/stock.js|- pieces)|More can be given back than was reserved|Stop at zero
6 10:50|claude-7d|name-html|high|src/mail.js|customer.name|A name with < in it becomes HTML|Escape it
8 14:00|codex-4f|two-limits|low|src/shipping.js|5000|The limit of 50 euros is in the texts of the page, too|Name it once
10 15:00|gemini-b3|lost-number|medium|src/order.js|let last|After a restart numbers begin at 1 again|Keep the last one in the database
14 16:30|codex-4f@guest-checkout|any-address|high|src/customer.js|includes|Any text with an @ counts as an address, and mails get lost|Send a link to it first
14 16:34|codex-4f@guest-checkout|guest-pays|medium|src/checkout.js|guestOf|A guest is created even if the payment fails|Pay first
14 16:37|codex-4f@guest-checkout|guest-name|low|src/customer.js|Guest|The name is English for all customers`;
