import { render } from 'preact'
import { App } from './App'
import './style.css'
import './theme'

const page = document.getElementById('page')
if (page) render(<App />, page)
