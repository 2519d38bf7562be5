import { render } from 'preact'
import { Docs } from './Docs'
import '../style.css'
import './docs.css'
import '../theme'

const page = document.getElementById('page')
if (page) render(<Docs />, page)
